// Values against heap sizes. Few heaps are dots of SVG, many are painted on a canvas; what is chosen lies above.
import { h, fill, s } from './dom.js';
import { colour } from './heat.js';
import { t } from './words.js';

/** More dots are painted on a canvas. */
const MANY = 1500;
const LEFT = 34, RIGHT = 14, TOP = 20, FOOT = 26;

/** @param {number} most @param {number} room */
function step(most, room) {
  let k = 1;
  for (const f of [2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5]) { if (most / k <= room) break; k *= f; }
  return Math.max(1, Math.round(k));
}

/** A picture of the plot on its own, with its colours in it. @param {(number | null)[]} numbers @param {number} W @param {number} H @param {boolean} dots @param {boolean} alone */
function drawn(numbers, W, H, dots, alone) {
  const last = Math.max(1, numbers.length - 1), top = Math.max(1, ...numbers.map((v) => v ?? 0));
  const x = (/** @type {number} */ n) => LEFT + (n * (W - LEFT - RIGHT)) / last, y = (/** @type {number} */ g) => H - FOOT - (g * (H - FOOT - TOP)) / top;
  const ink = (/** @type {string} */ name) => (alone ? `rgb(${colour(name).join(',')})` : null), parts = [];
  const words = (/** @type {any} */ at, /** @type {any} */ text) => s('text', { ...at, ...(alone ? { 'font-size': 11, fill: ink('soft') } : {}) }, text);
  if (alone) parts.push(s('rect', { x: 0, y: 0, width: W, height: H, fill: ink('surface') }));
  for (let g = 0; g <= top; g += step(top, 6)) parts.push(s('line', { class: 'axis', stroke: ink('line'), x1: LEFT, x2: W - 8, y1: y(g), y2: y(g) }), words({ x: 26, y: y(g) + 4, 'text-anchor': 'end' }, g));
  for (let n = 0; n <= last; n += step(last, W < 600 ? 6 : 12)) parts.push(words({ x: x(n), y: H - 6, 'text-anchor': 'middle' }, n));
  const r = numbers.length > 400 ? 1.3 : 2.6;
  if (dots) numbers.forEach((g, n) => { if (g !== null) parts.push(s('circle', { cx: x(n), cy: y(g), r: g === 0 ? r + 1.2 : r, class: g === 0 ? 'p' : '', fill: ink(g === 0 ? 'previous' : 'next') })); });
  return { root: s('svg', { viewBox: `0 0 ${W} ${H}`, width: alone ? W : null, height: alone ? H : null }, parts), x, y, r };
}

/**
 * @param {Element} host @param {string} game @param {any[]} values @param {{ marked?: number | null, at?: number, moved?: (n: number) => void }} [options]
 */
export function plot(host, game, values, options = {}) {
  const numbers = values.map((v) => (v === null || v === undefined ? null : Number(v))), many = numbers.length > MANY;
  const W = Math.max(300, host.clientWidth - 32), H = W < 500 ? 210 : 300, last = numbers.length - 1;
  const { root, x, y, r } = drawn(numbers, W, H, !many, false);
  const above = s('g');
  root.append(above);
  root.setAttribute('aria-hidden', 'true');
  const canvas = many ? h('canvas', { class: 'dots', 'aria-hidden': 'true' }) : null;
  const place = h('div', { class: 'plot', tabindex: 0, role: 'application', 'aria-label': t('plot_label', game, last) }, canvas, root);
  let at = options.at ?? -1;
  function paint() {
    if (!canvas) return;
    const ratio = devicePixelRatio || 1, g = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    canvas.width = W * ratio;
    canvas.height = H * ratio;
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const zero of [false, true]) {
      g.fillStyle = `rgb(${colour(zero ? 'previous' : 'next').join(',')})`;
      const size = 2 * (zero ? r + 1 : r);
      numbers.forEach((v, n) => { if (v !== null && (v === 0) === zero) g.fillRect(x(n) - size / 2, y(v) - size / 2, size, size); });
    }
  }
  function choose(/** @type {number} */ n) {
    at = n;
    const ring = (/** @type {number} */ k, /** @type {string} */ name) => { const v = numbers[k]; return v === null || v === undefined ? null : s('circle', { class: name, cx: x(k), cy: y(v), r: 8 }); };
    fill(above, at >= 0 ? [s('line', { class: 'cross', x1: x(at), x2: x(at), y1: TOP / 2, y2: H - FOOT }), ring(at, 'looked')] : null,
      options.marked !== null && options.marked !== undefined ? ring(options.marked, 'marked') : null);
  }
  function move(/** @type {number} */ to) {
    const n = Math.max(0, Math.min(last, to));
    if (n === at) return;
    choose(n);
    options.moved?.(n);
  }
  place.addEventListener('pointermove', (event) => {
    const box = root.getBoundingClientRect(), n = Math.round((((event.clientX - box.left) * W / box.width - LEFT) * last) / (W - LEFT - RIGHT));
    if (n >= 0 && n <= last) move(n);
  });
  place.addEventListener('keydown', (event) => {
    const d = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (d) { event.preventDefault(); move(at + d * (event.shiftKey ? 10 : 1)); }
  });
  fill(host, place);
  paint();
  choose(at);
  return {
    at: () => at,
    /** The whole plot as a picture of its own. */
    svg: () => drawn(numbers, W, H, true, true).root,
  };
}

/** An SVG as PNG, twice as large. @param {SVGElement} node @returns {Promise<Blob | null>} */
export async function png(node) {
  const source = new Blob([new XMLSerializer().serializeToString(node)], { type: 'image/svg+xml' }), url = URL.createObjectURL(source);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 2 * image.width;
    canvas.height = 2 * image.height;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done));
  } finally { URL.revokeObjectURL(url); }
}
