// The shapes of a scene as SVG. Lengths are cells; no shape knows a game.
import { s } from '../dom.js';

/** @typedef {{ id: string, shape: string, at: number[], to?: number[], text?: string, tone?: string, say?: any, value?: any }} Part */

/** The middle of a part. @param {Part} p */
export const mid = (p) => (p.to ? [(p.at[0] + p.to[0]) / 2, (p.at[1] + p.to[1]) / 2] : p.at);

const tone = (/** @type {Part} */ p) => (p.tone && /^[\w-]+$/.test(p.tone) ? ` ${p.tone}` : '');
const label = (/** @type {string} */ text, /** @type {any} */ attributes) => s('text', { 'text-anchor': 'middle', 'dominant-baseline': 'central', ...attributes }, text);
/** A point on the way from `a` to `b`, `r` from `a`. */
const toward = (/** @type {number[]} */ a, /** @type {number[]} */ b, /** @type {number} */ r) => {
  const l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [a[0] + ((b[0] - a[0]) * r) / l, a[1] + ((b[1] - a[1]) * r) / l];
};
const bent = (/** @type {Part} */ p, /** @type {number[]} */ to) => {
  const bend = /^bend/.test(p.tone || '') || p.tone === 'back' ? 0.16 : 0;
  return [(p.at[0] + to[0]) / 2 - (to[1] - p.at[1]) * bend, (p.at[1] + to[1]) / 2 + (to[0] - p.at[0]) * bend];
};
/** What fits into a circle. @param {string} text @param {number} most */
const sized = (text, most) => Math.min(most, (most * 3.2) / Math.max(1, [...text].length));

/** Is this the name of a row, too long to stand before it? @param {Part} p */
export const isName = (p) => p.shape === 'text' && p.tone === 'label' && [...(p.text || '')].length > 3;

/** @type {Record<string, (p: Part) => (SVGElement | null)[]>} */
export const shapes = {
  stone: (p) => [s('circle', { class: `stone${tone(p)}`, cx: p.at[0], cy: p.at[1], r: 0.39 })],
  coin: (p) => {
    const [x, y] = p.at, tails = p.tone === 'tails' || p.tone === 'tail';
    return [s('circle', { class: `coin${tone(p)}`, cx: x, cy: y, r: 0.4 }),
      p.text ? label(p.text, { x, y, 'font-size': sized(p.text, 0.36), class: tails ? 'softtext' : 'tokentext', 'font-weight': 650 }) : s('circle', { class: tails ? 'gone' : 'bed', cx: x, cy: y, r: 0.28 })];
  },
  pin: (p) => {
    const [x, y] = p.at;
    return [s('path', { class: `pin${tone(p)}`, d: `M${x - 0.19} ${y + 0.44} C${x - 0.36} ${y + 0.05} ${x - 0.11} ${y + 0.02} ${x - 0.13} ${y - 0.2} A0.18 0.18 0 1 1 ${x + 0.13} ${y - 0.2} C${x + 0.11} ${y + 0.02} ${x + 0.36} ${y + 0.05} ${x + 0.19} ${y + 0.44} Z` })];
  },
  cell: (p) => [s('rect', { class: `cell${tone(p)}`, x: p.at[0] - 0.5, y: p.at[1] - 0.5, width: 1, height: 1 }),
    p.text ? label(p.text, { x: p.at[0], y: p.at[1], 'font-size': sized(p.text, 0.5), class: 'mono' }) : null],
  gap: (p) => [s('path', { class: 'gapmark', d: `M${p.at[0]} ${p.at[1] - 0.44}v0.88` })],
  bar: (p) => {
    // the number stands in the bar, behind its cut
    const to = p.to || p.at, [x, y] = mid(p), count = (p.text || '').replace(/^(\d{6})[\d…]{3,}(\d{6})\b.*$/, '$1…$2');
    return [s('path', { class: 'barline', d: `M${p.at[0]} ${p.at[1]} L${to[0]} ${to[1]}` }),
      s('path', { class: 'barcut', d: `M${p.at[0] - 0.1} ${y + 0.5}l0.3 -1m0.2 1l0.3 -1` }),
      count ? label(count, { x: x + 0.4, y, 'font-size': Math.min(0.42, (to[0] - p.at[0] - 0.6) / (0.62 * [...count].length)), class: 'tokentext mono' }) : null];
  },
  domino: (p) => {
    const to = p.to || p.at, x = Math.min(p.at[0], to[0]), y = Math.min(p.at[1], to[1]);
    return [s('rect', { class: `domino${tone(p)}`, x: x - 0.42, y: y - 0.42, width: Math.abs(p.at[0] - to[0]) + 0.84, height: Math.abs(p.at[1] - to[1]) + 0.84, rx: 0.16 })];
  },
  stroke: (p) => {
    const to = p.to || p.at;
    // an edge from a joint to itself is a loop above it
    const d = Math.hypot(to[0] - p.at[0], to[1] - p.at[1]) < 0.01
      ? `M${p.at} C${p.at[0] - 0.9} ${p.at[1] - 1} ${p.at[0] + 0.9} ${p.at[1] - 1} ${p.at}` : `M${p.at} Q${bent(p, to)} ${to}`;
    return [s('path', { class: `stroke${tone(p)}`, d })];
  },
  joint: (p) => [s('circle', { class: `joint${tone(p)}`, cx: p.at[0], cy: p.at[1], r: p.text ? 0.3 : 0.11 }),
    p.text ? label(p.text, { x: p.at[0], y: p.at[1], 'font-size': sized(p.text, 0.3) }) : null],
  ground: (p) => [s('line', { class: 'ground', x1: p.at[0], y1: p.at[1], x2: (p.to || p.at)[0], y2: (p.to || p.at)[1] })],
  arc: (p) => {
    const to = p.to || p.at;
    if (Math.hypot(to[0] - p.at[0], to[1] - p.at[1]) < 0.01) {
      const [x, y] = p.at;
      return [s('path', { class: 'arc', d: `M${x - 0.3} ${y - 0.45} C${x - 0.7} ${y - 1.2} ${x + 0.7} ${y - 1.2} ${x + 0.32} ${y - 0.5}` })];
    }
    const c = bent(p, to), start = toward(p.at, c, 0.56), end = toward(to, c, 0.6);
    const a = Math.atan2(end[1] - c[1], end[0] - c[0]), l = 0.2, wing = (/** @type {number} */ w) => [end[0] - l * Math.cos(a + w), end[1] - l * Math.sin(a + w)];
    return [s('path', { class: `arc${tone(p)}`, d: `M${start} Q${c} ${end}` }), s('path', { class: `arrowhead${tone(p)}`, d: `M${end} L${wing(-0.45)} L${wing(0.45)} Z` })];
  },
  // P: double ring. N: single ring. D: dashed ring.
  node: (p) => {
    const [x, y] = p.at, [name, ...rest] = (p.text || '').split('\n');
    const below = rest.join(' ');
    return [s('circle', { class: `node${tone(p)}`, cx: x, cy: y, r: 0.5 }),
      p.tone === 'P' ? s('circle', { class: 'node inner P', cx: x, cy: y, r: 0.41 }) : null,
      label(below ? `${name} ` : name, { x, y: below ? y - 0.12 : y, 'font-size': sized(name, below ? 0.34 : 0.36), 'font-weight': 650 }),
      below ? label(below, { x, y: y + 0.2, 'font-size': Math.min(0.25, 1.25 / [...below].length), class: `tonetext${tone(p)}` }) : null];
  },
  token: (p) => {
    const text = p.text || '';
    return [s('circle', { class: `token${tone(p)}`, cx: p.at[0], cy: p.at[1], r: 0.24 }), label(text, { x: p.at[0], y: p.at[1], 'font-size': sized(text, 0.26), class: 'tokentext', 'font-weight': 700 })];
  },
  // the value that a move leads to: a full disc for 0, a plain number else
  score: (p) => {
    const [x, y] = mid(p), zero = String(p.value) === '0', text = String(p.value);
    return [s('circle', { class: `score${zero ? ' zero' : ''}`, cx: x, cy: y, r: 0.22 }), label(text, { x, y, 'font-size': sized(text, 0.26), 'font-weight': 650, class: zero ? 'scorezero' : 'scorenumber' })];
  },
  text: (p) => {
    // a number at the edge of a board
    if (p.tone === 'row' || p.tone === 'column') return [s('text', { x: p.at[0] + (p.tone === 'row' ? 0.05 : 0), y: p.at[1] + (p.tone === 'row' ? 0 : 0.1), 'font-size': 0.32, 'text-anchor': p.tone === 'row' ? 'end' : 'middle', 'dominant-baseline': 'central', class: 'mono softtext' }, p.text || '')];
    const pressed = p.tone === 'move' || p.tone === 'press', name = isName(p);
    return [s('text', {
      x: name ? 0.1 : p.at[0], y: name ? p.at[1] - 0.78 : p.at[1], 'font-size': name ? 0.38 : p.tone === 'label' ? 0.46 : 0.42,
      'text-anchor': name ? 'start' : { label: 'end', end: 'end', middle: 'middle' }[p.tone || ''] || 'start', 'dominant-baseline': 'central',
      class: pressed ? 'mono' : name ? 'mono softtext' : 'softtext',
    }, p.text || '')];
  },
};
