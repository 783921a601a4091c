// One renderer for every scene: parts as SVG, moves by pressing parts.
//
// Pressing parts narrows the moves to those whose `press` holds all of them. One is left and wholly pressed: it is played.
// A longer one is possible too: Enter, or a second press, decides.
import { fill, s } from '../dom.js';
import { say, t } from '../words.js';
import { isName, mid, shapes } from './shapes.js';

/** @typedef {import('./shapes.js').Part} Part */
/** @typedef {{ press: string[], takes: string[], puts: Part[], move: number, to: string, value: any, outcome: string | null, wins: boolean | null }} Way */
/** @typedef {{ box: number[], say: any, parts: Part[], moves: Way[], moves_truncated?: boolean }} Scene */
/** @typedef {{ show: (move: number | null) => void, focus: () => void }} Board */

/** @param {Part} part */
const drawn = (part) => (shapes[part.shape] || shapes.text)(part);
const GHOSTS = '.stone,.pin,.coin,.stroke,.domino,.token,.joint,.cell,.node,.gapmark';

/** How many things stand in a row of a board of this width. @param {Element} host */
export const line = (host) => ((host.clientWidth || 600) < 480 ? 10 : 25);

/** The width of a text in cells, roughly. @param {Part} p */
const textWidth = (p) => 0.3 * [...(p.text || '')].length;

/** Room between rows for the names that stand above them. @param {Scene} scene @returns {Scene} */
function spaced(scene) {
  const names = scene.parts.filter(isName).map((p) => p.at[1] - 0.6);
  if (!names.length) return scene;
  const down = (/** @type {number[]} */ [x, y]) => [x, y + ROOM * names.filter((n) => n <= y).length];
  const moved = (/** @type {Part} */ p) => ({ ...p, at: down(p.at), ...(p.to ? { to: down(p.to) } : {}) });
  const [left, top, width, height] = scene.box;
  return { ...scene, box: [left, top + ROOM, width, height + ROOM * (names.length - 1)], parts: scene.parts.map(moved), moves: scene.moves.map((m) => ({ ...m, puts: m.puts.map(moved) })) };
}
const ROOM = 0.4;

/** What is drawn reaches from here to there: names stand above their rows, and not beside them. @param {Scene} scene */
function extent(scene) {
  let [left, top, right, bottom] = [Infinity, scene.box[1], -Infinity, scene.box[1] + scene.box[3]];
  for (const p of scene.parts) {
    if (p.shape === 'text') {
      const above = isName(p), x = above ? 0 : p.at[0];
      if (above) top = Math.min(top, p.at[1] - 1.05);
      left = Math.min(left, p.tone === 'label' && !above ? x - textWidth(p) : x);
      right = Math.max(right, x + textWidth(p));
    } else {
      const ends = [p.at, p.to || p.at];
      left = Math.min(left, ...ends.map((e) => e[0] - 0.5));
      right = Math.max(right, ...ends.map((e) => e[0] + 0.5));
    }
  }
  if (!(right > left)) return scene.box;
  return [left, top, right - left, bottom - top];
}

/**
 * Draws a scene.
 * @param {Element} host @param {Scene} scene
 * @param {{ play?: (move: number, way: Way) => void, hover?: (way: Way | null) => void, shown?: number | null, values?: boolean, best?: boolean }} [options]
 * @returns {Board}
 */
export function drawScene(host, scene, options = {}) {
  scene = spaced(scene);
  const { play } = options;
  const bounds = extent(scene);
  const [x0, y0, width, height] = bounds;
  // few cells stay of a size that the eye knows
  const least = Math.max(0, (host.clientWidth < 480 ? 8.5 : 12) - width);
  const shift = scene.parts.some((p) => p.shape === 'cell' || p.shape === 'node') ? least / 2 : 0;
  const arcs = new Set(scene.parts.filter((p) => p.shape === 'arc').map((p) => `${p.at}>${p.to}`));
  const root = s('svg', {
    class: 'scene', viewBox: [x0 - 0.1 - shift, y0 - 0.1, width + least + 0.2, height + 0.2].join(' '),
    role: play ? 'group' : 'img', 'aria-label': say(scene.say),
  });
  /** @type {Map<string, SVGElement>} */
  const groups = new Map();
  const pressable = new Set(play ? scene.moves.flatMap((m) => m.press) : []);
  /** @type {Set<string>} */
  let chosen = new Set();
  let first = true;
  for (const part of scene.parts) {
    // arcs in both directions keep apart
    const apart = part.shape === 'arc' && part.to && arcs.has(`${part.to}>${part.at}`);
    const g = s('g', {}, ...drawn(apart ? { ...part, tone: 'bend' } : part));
    if (pressable.has(part.id)) {
      const [x, y] = mid(part);
      g.setAttribute('role', 'button');
      g.setAttribute('tabindex', first ? '0' : '-1');
      g.setAttribute('aria-label', say(part.say) || part.text || part.id);
      g.setAttribute('aria-pressed', 'false');
      first = false;
      if (part.shape === 'text') g.append(s('rect', { class: 'hit textual', x: part.at[0] - 0.1, y: y - 0.45, width: textWidth(part) + 0.4, height: 0.9, rx: 0.2 }));
      else g.append(s('circle', { class: 'hit', cx: x, cy: y, r: part.shape === 'gap' ? 0.3 : 0.48 }), s('circle', { class: 'ring', cx: x, cy: y, r: 0.49 }));
      g.addEventListener('click', () => press(part.id));
      g.addEventListener('pointerenter', () => look(part.id));
      g.addEventListener('focus', () => look(part.id));
      g.addEventListener('keydown', (event) => key(/** @type {KeyboardEvent} */ (event), part));
    }
    groups.set(part.id, g);
    root.append(g);
  }
  const over = s('g', { 'aria-hidden': 'true' });
  root.append(over);
  if (options.values) {
    for (const way of scene.moves) {
      if (way.value === null || way.value === undefined || !way.press.length) continue;
      const parts = scene.parts.filter((p) => way.press.includes(p.id)), all = parts.map(mid);
      if (!all.length) continue;
      const at = [0, 1].map((axis) => all.reduce((sum, p) => sum + p[axis], 0) / all.length);
      const g = s('g', { class: 'score-layer' }, ...shapes.score({ id: '', shape: 'score', at, value: way.value }));
      over.append(g);
    }
  }
  if (play) root.addEventListener('pointerleave', () => ghost(resting()));

  const resting = () => (chosen.size ? candidate(chosen) : shownWay(options.shown));
  const shownWay = (/** @type {number | null | undefined} */ move) => (move === null || move === undefined ? null : scene.moves.find((m) => m.move === move) || null);
  const fits = (/** @type {Set<string>} */ set) => scene.moves.filter((m) => [...set].every((id) => m.press.includes(id)));
  /** The move that these parts would play. @param {Set<string>} set */
  function candidate(set) {
    const all = fits(set);
    return all.find((m) => m.press.length === set.size) || (all.length === 1 ? all[0] : null);
  }
  function look(/** @type {string} */ id) {
    const set = new Set([...chosen, id]);
    ghost(fits(set).length ? candidate(set) : candidate(new Set([id])));
  }
  function choose(/** @type {Set<string>} */ set) {
    chosen = set;
    for (const [id, g] of groups) {
      g.classList.toggle('chosen', set.has(id));
      if (g.hasAttribute('aria-pressed')) g.setAttribute('aria-pressed', String(set.has(id)));
    }
  }
  function press(/** @type {string} */ id) {
    if (!play) return;
    const exact = (/** @type {Set<string>} */ set) => fits(set).find((m) => m.press.length === set.size);
    if (chosen.has(id)) {
      // a second press decides, or lets go
      const way = exact(chosen);
      if (way) return finish(way);
      const rest = new Set(chosen);
      rest.delete(id);
      choose(rest);
      return ghost(candidate(rest));
    }
    let set = new Set([...chosen, id]);
    if (!fits(set).length) set = new Set([id]);
    choose(set);
    const all = fits(set), way = exact(set);
    if (way && all.length === 1) return finish(way);
    ghost(candidate(set));
  }
  function finish(/** @type {Way} */ way) {
    choose(new Set());
    ghost(null);
    if (play) play(way.move, way);
  }
  function ghost(/** @type {Way | null} */ way) {
    root.querySelectorAll('.ghost').forEach((n) => n.classList.remove('ghost', 'best'));
    root.querySelectorAll('.taken').forEach((n) => n.classList.remove('taken'));
    root.querySelectorAll('.put').forEach((n) => n.remove());
    options.hover?.(way);
    if (!way) return;
    // orange only for a move that is known to win, and while playing only where the values are shown
    const tone = way.wins && options.best !== false ? ['ghost', 'best'] : ['ghost'];
    for (const id of way.takes) {
      groups.get(id)?.classList.add('taken');
      groups.get(id)?.querySelectorAll(GHOSTS).forEach((n) => n.classList.add(...tone));
    }
    for (const part of way.puts) {
      const g = s('g', { class: 'put', 'aria-hidden': 'true' }, ...drawn(part));
      g.querySelectorAll(':not(text)').forEach((n) => n.classList.add(...tone));
      root.insertBefore(g, over);
    }
    if (!way.takes.length && !way.puts.length) for (const id of way.press) groups.get(id)?.querySelectorAll(GHOSTS).forEach((n) => n.classList.add(...tone));
  }
  function key(/** @type {KeyboardEvent} */ event, /** @type {Part} */ part) {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const way = event.key === 'Enter' && chosen.has(part.id) ? candidate(chosen) : null;
      if (way && way.press.length === chosen.size) return finish(way);
      return press(part.id);
    }
    if (event.key === 'Escape') { choose(new Set()); return ghost(null); }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const here = mid(part);
    let best = null, cost = Infinity;
    for (const other of scene.parts) {
      if (other === part || !pressable.has(other.id)) continue;
      const there = mid(other), d = [there[0] - here[0], there[1] - here[1]];
      const along = d[0] * step[0] + d[1] * step[1], across = Math.abs(d[0] * step[1]) + Math.abs(d[1] * step[0]);
      if (along > 0.01 && along + 2 * across < cost) { cost = along + 2 * across; best = other; }
    }
    const to = best && groups.get(best.id);
    if (!to) return;
    groups.get(part.id)?.setAttribute('tabindex', '-1');
    to.setAttribute('tabindex', '0');
    to.focus();
  }
  fill(host, root);
  ghost(shownWay(options.shown));
  return {
    show: (move) => { options.shown = move; ghost(shownWay(move)); },
    focus: () => /** @type {SVGElement | null} */ (root.querySelector('[tabindex="0"]'))?.focus(),
  };
}

/** What is said of the way: which parts to press. @param {Scene} scene @param {Way} way */
export function told(scene, way) {
  const parts = way.press.map((id) => scene.parts.find((p) => p.id === id)).filter(Boolean);
  const words = parts.map((p) => say(/** @type {Part} */ (p).say) || /** @type {Part} */ (p).text || '').filter(Boolean);
  return words.length ? words.join(t('comma')) : way.to;
}
