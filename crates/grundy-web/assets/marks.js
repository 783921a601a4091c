// Marks of outcomes and seals of evidence: a shape and a word, never colour alone.
import { fresh, h, s } from './dom.js';
import { say, t } from './words.js';

const letter = (/** @type {string} */ text, /** @type {any} */ at, fill = 'var(--paper)') =>
  s('text', { 'font-weight': 700, 'text-anchor': 'middle', fill, ...at }, text);

/** The large mark of an outcome. @param {string | null} outcome */
export function mark(outcome) {
  const box = (/** @type {string} */ name, /** @type {any[]} */ ...parts) =>
    s('svg', { class: `mark ${name}`, viewBox: '0 0 24 24', role: 'img', 'aria-label': outcome || t('unknown') }, ...parts);
  if (outcome === 'N') {
    return box('N', s('path', { d: 'M3 2.4v19.2a1 1 0 0 0 1.5.87l17-9.6a1 1 0 0 0 0-1.74l-17-9.6A1 1 0 0 0 3 2.4z', fill: 'currentColor' }),
      letter('N', { x: 9.4, y: 15.2, 'font-size': 9 }));
  }
  if (outcome === 'P') return box('P', s('circle', { cx: 12, cy: 12, r: 11, fill: 'currentColor' }), letter('P', { x: 12, y: 15.6, 'font-size': 10 }));
  if (outcome === 'D') {
    return box('D', s('path', { d: 'M12 1 23 12 12 23 1 12z', fill: 'none', stroke: 'currentColor', 'stroke-width': 2 }),
      letter('D', { x: 12, y: 15.4, 'font-size': 9 }, 'currentColor'));
  }
  return box('unknown', s('circle', { cx: 12, cy: 12, r: 10.5, fill: 'none', stroke: 'var(--edge)', 'stroke-width': 1.6, 'stroke-dasharray': '3 2.2' }));
}

/** The small mark of an outcome, inside a line. @param {string} outcome */
export function dot(outcome) {
  const shape = {
    N: () => s('path', { d: 'M2 1v10l9.5-5z', fill: 'currentColor' }),
    P: () => s('circle', { cx: 6, cy: 6, r: 5, fill: 'currentColor' }),
    D: () => s('path', { d: 'M6 .8 11.2 6 6 11.2.8 6z', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.4 }),
  }[/** @type {'N'|'P'|'D'} */ (outcome)];
  return s('svg', { class: `mark inline ${outcome}`, viewBox: '0 0 12 12', 'aria-hidden': 'true' }, shape ? shape() : null);
}

/** @param {string} status */
function seal(status) {
  const ring = { cx: 7, cy: 7, r: 6, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.3 };
  const parts = {
    proved: () => [s('circle', { cx: 7, cy: 7, r: 6.5, fill: 'currentColor' }), s('path', { d: 'M3.8 7.2 6.1 9.5 10.3 4.9', fill: 'none', stroke: 'var(--paper)', 'stroke-width': 1.7 })],
    checked: () => [s('circle', ring), s('path', { d: 'M7 1a6 6 0 0 0 0 12z', fill: 'currentColor' })],
    guess: () => [s('circle', { ...ring, 'stroke-dasharray': '2.2 1.6' }), letter('?', { x: 7, y: 10.2, 'font-size': 9 }, 'currentColor')],
    refuted: () => [s('path', { d: 'M2.5 2.5l9 9m0-9l-9 9', stroke: 'currentColor', 'stroke-width': 2 })],
  }[/** @type {'proved'} */ (status)];
  return s('svg', { viewBox: '0 0 14 14', 'aria-hidden': 'true' }, ...(parts ? parts() : []));
}

/** A seal without a reason. @param {'proved'|'checked'|'guess'|'refuted'} status @param {string} [more] */
export const sealed = (status, more = '') => h('span', { class: `evidence ${status}` }, seal(status), t(status), more);

/**
 * The evidence of an answer: a seal to press, and the reason that it opens. Nothing known shows nothing.
 * @param {any} evidence @returns {{ seal: Node | null, reason: Node | null }}
 */
export function evidence(evidence) {
  if (!evidence || !['proved', 'checked', 'guess'].includes(evidence.status)) return { seal: null, reason: null };
  const to = evidence.status === 'checked' && evidence.up_to !== null ? ` ${evidence.up_to}` : '';
  const words = evidence.status === 'checked' && to ? t('checked_to') : t(evidence.status);
  const id = fresh('why');
  const reason = h('div', { class: 'reason', id, hidden: true }, h('p', {}, say({ en: evidence.by, zh: evidence.zh })), (evidence.references || []).map((/** @type {string} */ r) => h('p', {}, r)));
  const button = h('button', {
    class: `evidence ${evidence.status}`, type: 'button', 'aria-expanded': 'false', 'aria-controls': id,
    on: { click: () => { reason.hidden = !reason.hidden; button.setAttribute('aria-expanded', String(!reason.hidden)); } },
  }, seal(evidence.status), words, to);
  return { seal: button, reason };
}
