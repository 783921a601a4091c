// The winning moves as chips, and the board on which each is shown.
import { drawScene, told } from '../board/scene.js';
import { moveText } from '../change.js';
import { h } from '../dom.js';
import { dot } from '../marks.js';
import { count, t } from '../words.js';

/** A move of a board is named by the parts that it presses. @param {any} m @param {any} scene */
export function chipText(m, scene) {
  const way = /["{]/.test(m.from) && scene?.moves.find((/** @type {any} */ w) => w.move === m.index);
  if (!way || /^graph/.test(m.from)) return moveText(m);
  const words = told(scene, way);
  return [...words].length <= 44 ? words : moveText(m);
}

/**
 * @param {any} solve @param {any} scene @param {{ play: (index: number | null) => void, played?: boolean, values?: boolean, watch?: () => void }} actions
 * @returns {{ node: Node, key: (n: number) => void, draw: () => void }}
 */
export function moves(solve, scene, actions) {
  const wins = solve?.moves || [];
  let shown = 0;
  const host = h('div', { class: 'board above4' });
  /** @type {import('../board/scene.js').Board | null} */
  let board = null;
  const chips = wins.slice(0, 24).map((/** @type {any} */ m, /** @type {number} */ i) => h('button', {
    class: 'chip', type: 'button', 'aria-pressed': String(i === 0), title: m.position, 'data-move': i,
    on: { click: () => show(i), focus: () => show(i), pointerenter: () => show(i) },
  }, dot('P'), h('span', {}, chipText(m, scene))));
  const show = (/** @type {number} */ i) => {
    if (i >= wins.length) return;
    shown = i;
    chips.forEach((/** @type {Element} */ c, /** @type {number} */ k) => c.setAttribute('aria-pressed', String(k === i)));
    board?.show(wins[i].index ?? null);
  };
  const many = solve?.moves_count ?? wins.length, options = solve?.options_count;
  const draw = () => {
    if (!scene) return;
    board = drawScene(host, scene, { play: actions.played === false ? undefined : (index) => actions.play(index), shown: wins[shown]?.index ?? null, values: actions.values });
  };
  const valued = actions.watch && scene?.moves.some((/** @type {any} */ w) => w.value !== null && w.value !== undefined);
  const watch = valued ? h('button', { class: 'link small soft', type: 'button', 'aria-pressed': String(Boolean(actions.values)), on: { click: actions.watch } }, t('show_values')) : null;
  const head = solve?.outcome && !solve.unknown
    ? [h('header', {}, h('h2', {}, `${t('winning_moves')} · ${count(many)}`), h('span', { class: 'push small soft' }, options !== null && options !== undefined ? t('of_moves', count(options)) : ''), watch),
      wins.length ? h('div', { class: 'chips' }, chips, wins.length > 24 || solve.moves_truncated ? h('span', { class: 'soft small' }, `… ${t('more', count(Number(many) - Math.min(24, wins.length)))}`) : null,
        actions.played === false ? null : h('button', { class: 'button', type: 'button', on: { click: () => actions.play(wins[shown]?.index ?? null) } }, t('play_this')))
        : h('p', { class: 'note soft' }, String(options) === '0' ? t('no_move') : solve.outcome === 'P' ? t('none_wins') : solve.outcome === 'D' ? t('none_draw') : t('moves_unknown'))]
    : [h('header', {}, h('h2', {}, t('board')))];
  const node = h('section', { class: 'pod', 'data-pod': 'moves' }, head, actions.played === false ? h('p', { class: 'small soft above2' }, t('not_played')) : null, scene ? host : null,
    scene && wins.length ? h('p', { class: 'small soft above2' }, dot('P'), ' ', t('dashed')) : null,
    scene?.moves_truncated ? h('p', { class: 'small soft above2' }, t('scene_truncated')) : null);
  return { node, key: (n) => show(n - 1), draw };
}
