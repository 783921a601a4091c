// A map of values on a canvas: one pixel a cell is painted once, then scaled; discs, cross-hair and frames lie above.
import { s } from './dom.js';

/** The colour of a token, for canvas. @param {string} name @returns {number[]} */
export function colour(name) {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const found = (getComputedStyle(probe).color.match(/\d+(\.\d+)?/g) || []).slice(0, 3).map(Number);
  probe.remove();
  return found.length === 3 ? found : [128, 128, 128];
}
const css = (/** @type {number[]} */ c) => `rgb(${c.join(',')})`;
const MARGIN = 24;
/** What stands for a value that is not known. */
export const NO_NUMBER = 0xffffffff;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{ rows: number, columns: number, values: ArrayLike<number>, moved: (cell: [number, number]) => void }} data
 */
export function heatMap(canvas, data) {
  const { rows, columns, values } = data;
  const picture = document.createElement('canvas');
  picture.width = columns;
  picture.height = rows;
  let top = 1;
  for (let i = 0; i < values.length; i++) if (values[i] !== NO_NUMBER && values[i] > top) top = values[i];
  let at = /** @type {[number, number]} */ ([0, 0]), ways = /** @type {number[][]} */ ([]), marked = /** @type {number[] | null} */ (null), previous = true;
  // the part that is seen: left, top, cells across
  let left = 0, up = 0, across = Math.max(rows, columns), side = 0, pending = 0;

  function paint() {
    const stops = [colour('heat-0'), colour('heat-1'), colour('heat-2')], p = colour('previous'), none = colour('paper');
    const g = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d')), image = g.createImageData(columns, rows), steps = 256, shades = [];
    for (let k = 0; k <= steps; k++) {
      const f = (k / steps) ** 0.8, [a, b, u] = f < 0.5 ? [stops[0], stops[1], f * 2] : [stops[1], stops[2], f * 2 - 1];
      shades.push(a.map((x, i) => Math.round(x + (b[i] - x) * u)));
    }
    // a million cells: one number a cell, and its shade looked up
    const word = (/** @type {number[]} */ [r, g, b]) => new Uint32Array(new Uint8Array([r, g, b, 255]).buffer)[0];
    const words = Uint32Array.from(shades, word), zero = previous ? word(p) : words[0], unknown = word(none), scale = steps / top;
    const pixels = new Uint32Array(image.data.buffer);
    for (let i = 0; i < values.length; i++) {
      const v = values[i];
      pixels[i] = v === 0 ? zero : v === NO_NUMBER ? unknown : words[(v * scale + 0.5) | 0];
    }
    g.putImageData(image, 0, 0);
  }
  function draw() {
    pending = 0;
    const ratio = devicePixelRatio || 1;
    side = Math.max(200, canvas.clientWidth);
    if (canvas.width !== Math.round(side * ratio)) canvas.width = canvas.height = Math.round(side * ratio);
    const g = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')), c = (side - MARGIN) / across;
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    const paper = css(colour('paper')), ink = css(colour('ink')), soft = css(colour('soft'));
    g.fillStyle = paper;
    g.fillRect(0, 0, side, side);
    g.imageSmoothingEnabled = false;
    const w = Math.min(across, columns - left), v = Math.min(across, rows - up);
    g.drawImage(picture, left, up, w, v, MARGIN, MARGIN, w * c, v * c);
    const centre = (/** @type {number[]} */ [a, b]) => [MARGIN + (b - left + 0.5) * c, MARGIN + (a - up + 0.5) * c];
    if (c >= 5) {
      // cells apart, and P-positions as discs: a shape beside the colour
      g.strokeStyle = paper;
      g.lineWidth = Math.min(1, c / 12);
      g.beginPath();
      for (let k = 0; k <= w; k++) { const x = MARGIN + k * c; g.moveTo(x, MARGIN); g.lineTo(x, MARGIN + v * c); }
      for (let k = 0; k <= v; k++) { const y = MARGIN + k * c; g.moveTo(MARGIN, y); g.lineTo(MARGIN + w * c, y); }
      g.stroke();
      if (previous) {
        const disc = css(colour('previous'));
        for (let a = Math.floor(up); a < up + v; a++) for (let b = Math.floor(left); b < left + w; b++) if (values[a * columns + b] === 0) {
          const [x, y] = centre([a, b]);
          g.fillStyle = paper; g.fillRect(x - c / 2, y - c / 2, c - 0.5, c - 0.5);
          g.fillStyle = disc; g.beginPath(); g.arc(x, y, c * 0.42, 0, 7); g.fill();
        }
      }
    }
    g.fillStyle = soft;
    g.font = `11px ${getComputedStyle(document.body).fontFamily}`;
    g.textAlign = 'center';
    g.textBaseline = 'middle';
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((k) => k * c >= 34) || 2000;
    for (let n = Math.ceil(left / step) * step; n < left + w; n += step) g.fillText(String(n), Math.min(MARGIN + (n - left + 0.5) * c, side - 9), 11);
    for (let n = Math.ceil(up / step) * step; n < up + v; n += step) g.fillText(String(n), 11, Math.min(MARGIN + (n - up + 0.5) * c, side - 7));
    g.strokeStyle = ink;
    g.lineWidth = 1.5;
    const [x, y] = centre(at);
    g.save();
    g.beginPath();
    g.rect(MARGIN, MARGIN, side, side);
    g.clip();
    g.globalAlpha = 0.55;
    g.beginPath();
    for (const to of ways) { const [u, z] = centre(to); g.moveTo(x, y); g.lineTo(u, z); }
    g.stroke();
    g.globalAlpha = 1;
    const frame = Math.max(c, 6);
    g.lineWidth = 2.5;
    g.strokeRect(x - frame / 2 - 1.5, y - frame / 2 - 1.5, frame + 3, frame + 3);
    if (marked) {
      const [u, z] = centre(marked);
      g.strokeStyle = css(colour('wrong'));
      g.lineWidth = 2;
      g.setLineDash([3, 2]);
      g.strokeRect(u - frame / 2 - 2, z - frame / 2 - 2, frame + 4, frame + 4);
    }
    g.restore();
  }
  const later = () => { if (!pending) pending = requestAnimationFrame(draw); };
  function cellAt(/** @type {PointerEvent | WheelEvent} */ event) {
    const r = canvas.getBoundingClientRect(), c = (side - MARGIN) / across;
    return [Math.floor((event.clientY - r.top - MARGIN) / c + up), Math.floor((event.clientX - r.left - MARGIN) / c + left)];
  }
  function move(/** @type {number[]} */ to) {
    const a = Math.min(rows - 1, Math.max(0, to[0])), b = Math.min(columns - 1, Math.max(0, to[1]));
    if (a === at[0] && b === at[1]) return;
    at = [a, b];
    ways = [];
    if (a < up) up = a; if (b < left) left = b;
    if (a >= up + across) up = a - across + 1; if (b >= left + across) left = b - across + 1;
    later();
    data.moved(at);
  }
  function zoom(/** @type {number} */ factor, centre = at) {
    const before = across;
    across = Math.min(Math.max(rows, columns), Math.max(8, Math.round(across * factor)));
    left = Math.max(0, Math.min(columns - across, Math.round(centre[1] - ((centre[1] - left) * across) / before)));
    up = Math.max(0, Math.min(rows - across, Math.round(centre[0] - ((centre[0] - up) * across) / before)));
    left = Math.max(0, left); up = Math.max(0, up);
    later();
  }
  let drag = /** @type {{ x: number, y: number, left: number, up: number } | null} */ (null);
  canvas.addEventListener('pointerdown', (e) => { drag = { x: e.clientX, y: e.clientY, left, up }; move(cellAt(e)); });
  canvas.addEventListener('pointermove', (e) => {
    if (drag && e.buttons && across < Math.max(rows, columns)) {
      const c = (side - MARGIN) / across;
      left = Math.max(0, Math.min(columns - across, Math.round(drag.left - (e.clientX - drag.x) / c)));
      up = Math.max(0, Math.min(rows - across, Math.round(drag.up - (e.clientY - drag.y) / c)));
      left = Math.max(0, left); up = Math.max(0, up);
      later();
      return;
    }
    const [a, b] = cellAt(e);
    if (a >= 0 && b >= 0 && a < rows && b < columns) move([a, b]);
  });
  addEventListener('pointerup', () => { drag = null; });
  canvas.addEventListener('wheel', (e) => { if (Math.max(rows, columns) <= 60) return; e.preventDefault(); zoom(e.deltaY > 0 ? 1.25 : 0.8, /** @type {[number, number]} */ (cellAt(e))); }, { passive: false });
  canvas.addEventListener('keydown', (e) => {
    const d = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[e.key];
    if (d) { e.preventDefault(); const k = e.shiftKey ? 10 : 1; move([at[0] + k * d[0], at[1] + k * d[1]]); } else if (e.key === '+' || e.key === '-') { e.preventDefault(); zoom(e.key === '+' ? 0.7 : 1.4); }
  });
  paint();
  draw();
  return {
    top, move, redraw: later,
    at: () => at,
    repaint() { paint(); later(); },
    /** The places that the chosen cell leads to. @param {number[][]} places */
    options(places) { ways = places; later(); },
    /** @param {number[] | null} place */
    mark(place) { marked = place; later(); },
    /** @param {boolean} on */
    overlay(on) { previous = on; paint(); later(); },
    blob: () => new Promise((done) => canvas.toBlob(done)),
  };
}

/** The same map as SVG, for a download. @param {{ rows: number, columns: number, values: ArrayLike<number> }} data @param {number} top */
export function heatSvg(data, top) {
  const C = 12, stops = [colour('heat-0'), colour('heat-1'), colour('heat-2')], p = css(colour('previous'));
  const root = s('svg', { viewBox: `0 0 ${data.columns * C} ${data.rows * C}`, width: data.columns * C, height: data.rows * C });
  root.setAttribute('class', 'map');
  for (let a = 0; a < data.rows; a++) for (let b = 0; b < data.columns; b++) {
    const v = data.values[a * data.columns + b], f = (v / top) ** 0.8, [x, y, u] = f < 0.5 ? [stops[0], stops[1], f * 2] : [stops[1], stops[2], f * 2 - 1];
    root.append(v === 0 ? s('circle', { cx: b * C + C / 2, cy: a * C + C / 2, r: C * 0.42, fill: p }) : s('rect', { x: b * C, y: a * C, width: C - 0.75, height: C - 0.75, fill: css(x.map((n, i) => Math.round(n + (y[i] - n) * u))) }));
  }
  return root;
}
