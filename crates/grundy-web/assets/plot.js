// Values against heap sizes. Many heaps are drawn on a canvas, few as SVG whose dots can be read.
import { fill, s } from './dom.js';
import { t } from './words.js';

/** @param {Element} host @param {string} game @param {any[]} values @param {{ marked?: number | null }} [options] */
export function plot(host, game, values, options = {}) {
  const numbers = values.map((v) => (v === null || v === undefined ? null : Number(v)));
  const W = Math.max(300, host.clientWidth - 32), H = W < 500 ? 210 : 300, last = Math.max(1, numbers.length - 1), top = Math.max(1, ...numbers.map((v) => v ?? 0));
  const x = (/** @type {number} */ n) => 34 + (n * (W - 48)) / last, y = (/** @type {number} */ g) => H - 26 - (g * (H - 46)) / top;
  const step = (/** @type {number} */ most, /** @type {number} */ room) => { let k = 1; for (const f of [2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5]) { if (most / k <= room) break; k *= f; } return Math.max(1, Math.round(k)); };
  const parts = [];
  for (let g = 0; g <= top; g += step(top, 6)) parts.push(s('line', { class: 'axis', x1: 34, x2: W - 8, y1: y(g), y2: y(g) }), s('text', { x: 26, y: y(g) + 4, 'text-anchor': 'end' }, g));
  for (let n = 0; n <= last; n += step(last, W < 600 ? 6 : 12)) parts.push(s('text', { x: x(n), y: H - 6, 'text-anchor': 'middle' }, n));
  const r = numbers.length > 400 ? 1.3 : 2.6;
  numbers.forEach((g, n) => { if (g !== null) parts.push(s('circle', { cx: x(n), cy: y(g), r: g === 0 ? r + 1.2 : r, class: g === 0 ? 'p' : '' }, s('title', {}, `g(${n}) = ${g}`))); });
  if (options.marked !== null && options.marked !== undefined && numbers[options.marked] !== undefined) parts.push(s('circle', { class: 'marked', cx: x(options.marked), cy: y(numbers[options.marked] ?? 0), r: 8 }));
  const root = s('svg', { viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': t('plot_label', game, last) }, parts);
  fill(host, root);
  return root;
}
