// A strip of values for each different game: heaps of the question framed, zeros orange, the first period bracketed.
import { h, s } from '../dom.js';
import { evidence } from '../marks.js';
import { t } from '../words.js';

const W = 24, MOST = 44;

/** Which values are shown; null is a gap. @param {any[]} values @param {number[]} heaps @param {any} period */
function chosen(values, heaps, period) {
  const all = values.map((v, n) => [n, v]);
  if (all.length <= MOST) return all;
  const here = heaps.filter((n) => n < values.length), keep = new Set();
  const repeats = period?.found && period.preperiod + period.period < values.length;
  for (let n = 0; n < (repeats && period.preperiod + 2 * period.period > 34 ? 12 : 36); n++) keep.add(n);
  for (const n of here) for (let k = n - 3; k <= n + 3; k++) keep.add(k);
  if (repeats) {
    for (let n = Math.max(0, period.preperiod - 2); n < Math.min(values.length, period.preperiod + Math.min(26, period.period + 6)); n++) keep.add(n);
  }
  const out = /** @type {any[]} */ ([]);
  for (const [n, v] of all) {
    if (!keep.has(n)) continue;
    if (out.length && out[out.length - 1] && out[out.length - 1][0] !== n - 1) out.push(null);
    out.push([n, v]);
  }
  return [...out, null];
}

/** @param {any} table @param {any} period @param {number[]} heaps */
function strip(table, period, heaps) {
  const shown = chosen(table.values, heaps, period), at = new Map(), w = Math.max(W, 9 * Math.max(...table.values.map((/** @type {any} */ v) => String(v ?? '').length)) + 8);
  const parts = [];
  let x = 0;
  for (const pair of shown) {
    if (!pair) { parts.push(s('text', { x: x + 14, y: 32 }, '…')); x += 28; continue; }
    const [n, v] = pair, here = heaps.includes(n);
    at.set(n, x);
    if (here) parts.push(s('rect', { class: 'here', x: x + 1.5, y: 16, width: w - 3, height: 24, rx: 5 }));
    parts.push(s('text', { class: v === 0 ? 'zero' : '', x: x + w / 2, y: 33 }, v ?? '∞'));
    if (here || (n % 5 === 0 && !heaps.some((m) => Math.abs(m - n) === 1))) parts.push(s('text', { class: 'index', x: x + w / 2, y: 54 }, n));
    x += w;
  }
  if (period?.found) {
    for (let from = period.preperiod, k = 0; k < 4 && period.period < 60; from += period.period, k++) {
      const a = at.get(from), b = at.get(from + period.period - 1);
      if (a === undefined || b === undefined || b - a !== (period.period - 1) * w) break;
      parts.push(s('path', { class: `bracket${k ? ' faint' : ''}`, d: `M${a + 3} 14v-5h${b + w - 6 - a}v5` }));
      if (!k) parts.push(s('text', { class: 'plabel halo', x: (a + b + w) / 2, y: 4, 'dominant-baseline': 'hanging' }, period.period));
    }
  }
  const label = `${table.game}: ${t('values_to', table.values.length - 1)}`;
  const { seal, reason } = evidence(period?.found ? period.evidence : table.evidence);
  const sub = period?.found ? t('period_from', period.period, period.preperiod, period.saltus) : period ? t('no_period') : '';
  return [h('div', { class: 'strip' }, h('div', { class: 'head' }, h('code', {}, table.game), h('div', { class: 'small soft' }, sub), period?.found ? seal : null),
    h('div', { class: 'cells', tabindex: 0, role: 'region', 'aria-label': label }, s('svg', { width: x, height: 66, viewBox: `0 0 ${x} 60`, role: 'img', 'aria-label': label }, parts))),
  period?.found ? reason : null];
}

/** A small table of two coordinates. @param {any} table @param {number[][]} places */
export function grid(table, places) {
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `${table.game}: ${t('values')}` }, h('table', { class: 'wrapped' },
    h('caption', { class: 'hide' }, table.game),
    h('thead', {}, h('tr', {}, h('td'), table.values[0].map((/** @type {any} */ _, /** @type {number} */ b) => h('th', { scope: 'col' }, b)))),
    h('tbody', {}, table.values.map((/** @type {any[]} */ row, /** @type {number} */ a) => h('tr', {}, h('th', { scope: 'row' }, a),
      row.map((v, b) => h('td', { class: `${v === 0 ? 'zero' : ''}${places.some((p) => p[0] === a && p[1] === b) ? ' framed' : ''}` }, v ?? '∞')))))));
}

/** Where the question stands in this game. @param {any} solve @param {string} game @returns {any[]} */
function placesIn(solve, game) {
  return (solve?.components || []).filter((/** @type {any} */ c) => c.game === game).map((/** @type {any} */ c) => c.place).filter(Array.isArray);
}

/** @param {any[]} tables @param {any[]} periods @param {any} solve */
export function values(tables, periods, solve) {
  const known = tables.filter((table) => table.values?.length);
  if (!known.length) return null;
  return h('section', { class: 'pod wide', 'data-pod': 'values' }, h('header', {}, h('h2', {}, t('values')), h('a', { class: 'push small soft', href: `/explore#${encodeURIComponent(known[0].game)}` }, t('explore_link'))),
    known.map((table) => {
      const places = placesIn(solve, table.game);
      if (Array.isArray(table.values[0])) return h('div', { class: 'strip' }, h('div', { class: 'head' }, h('code', {}, table.game), h('div', { class: 'small soft' }, t('two_coordinates'))), grid(table, places));
      return strip(table, periods.find((p) => p.game === table.game), places.map((p) => Number(p[0])));
    }));
}
