// One renderer for every scene: parts as SVG, moves by pressing parts.
//
// Pressing parts narrows the moves to those whose `press` holds all of them. One is left and wholly pressed: it is played.
// A longer one is possible too: Enter, or a second press, decides.
import { moveText } from '../change.js';
import { fill, h, s } from '../dom.js';
import { say, t } from '../words.js';
import { isName, mid, shapes } from './shapes.js';

/** @typedef {import('./shapes.js').Part} Part */
/** @typedef {{ press: string[], takes: string[], puts: Part[], move: number, to: string, value: any, outcome: string | null, wins: boolean | null }} Way */
/** @typedef {{ box: number[], fixed?: boolean, say: any, parts: Part[], moves: Way[], moves_truncated?: boolean }} Scene */
/** @typedef {{ show: (move: number | null) => void, focus: () => void }} Board */

/** @param {Part} part */
const drawn = (part) => (shapes[part.shape] || shapes.text)(part);
const GHOSTS = '.stone,.pin,.coin,.stroke,.domino,.token,.joint,.cell,.node,.gapmark';

/** How many things stand in a row of a board in this place, so that each is large enough to press. @param {Element} host */
export function line(host) {
  const wide = host.clientWidth || 600, room = (wide > 800 ? ((wide - 40) * 2) / 3 : wide) - 26;
  return [25, 20, 15].find((n) => (n + 0.35 * (n / 5 - 1) + 0.2) * TARGET <= room) || 10;
}

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
/** Nothing to press is smaller than so many pixels. */
const TARGET = 24;
/** A gap is pressed so far to its left and right where what stands beside it is pressed itself, and where nothing else is. */
const GAP = { beside: 0.34, alone: 0.5 };

/** What a part that can be pressed is to those who hear the page. */
const PRESSED = { role: 'button', tabindex: -1, 'aria-pressed': 'false' };
/** Shapes of which a board has hundreds that differ in their place alone. */
const MOULDED = new Set(['stone', 'pin', 'coin', 'cell', 'gap']);
/** One of each kind, to be copied: that is faster than to make each anew. @type {Map<string, SVGElement>} */
const moulds = new Map();

/** Where a part is pressed. @param {Part} part @param {number} x @param {number} y @param {number} gap */
const hit = (part, x, y, gap) => (part.shape === 'gap' ? s('rect', { class: 'hit', x: x - gap, y: y - 0.5, width: 2 * gap, height: 1 }) : s('circle', { class: 'hit', cx: x, cy: y, r: 0.5 }));

/** A copy of a part, moved to its place. @param {Part} part @param {boolean} pressed @param {number} gap */
function moulded(part, pressed, gap) {
  const key = [part.shape, part.tone, part.text, pressed, gap].join(' ');
  let mould = moulds.get(key);
  if (!mould) {
    const at = { ...part, at: [0, 0] };
    mould = s('g', pressed ? PRESSED : {}, ...drawn(at), pressed ? hit(at, 0, 0, gap) : null);
    if (moulds.size < 200) moulds.set(key, mould);
  }
  const copy = /** @type {SVGElement} */ (mould.cloneNode(true));
  copy.setAttribute('transform', `translate(${part.at[0]} ${part.at[1]})`);
  return copy;
}

/** The text of such a move; a long one is cut. @param {Part} part */
function listedText(part) {
  const text = part.text || '', [from, to] = text.split(' → ');
  return [...text].length <= 56 || !to ? text : moveText({ from, to }, 56);
}
/** Is this one of the moves that no drawing shows? They stand in a list below the board. @param {Part} p */
const isListed = (p) => p.shape === 'text' && p.tone === 'move';

/** What is drawn reaches from here to there: names stand above their rows, and not beside them. @param {Scene} scene */
function extent(scene) {
  const shown = scene.parts.filter((p) => !isListed(p)), listed = shown.length < scene.parts.length;
  const lowest = Math.max(...shown.map((p) => Math.max(p.at[1], p.to ? p.to[1] : p.at[1]))) + (listed ? 0.9 : 0.5);
  let [left, top, right, bottom] = [Infinity, scene.box[1], -Infinity, listed ? lowest : scene.box[1] + scene.box[3]];
  for (const p of shown) {
    if (p.shape === 'text') {
      const above = isName(p), x = above ? 0 : p.at[0];
      if (above) top = Math.min(top, p.at[1] - 1.05);
      left = Math.min(left, (p.tone === 'label' && !above) || p.tone === 'row' ? x - textWidth(p) : x);
      right = Math.max(right, p.tone === 'row' ? x : x + textWidth(p));
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
  const view = scene.fixed ? scene.box : [x0 - 0.1 - shift, y0 - 0.1, width + least + 0.2, height + 0.2];
  const arcs = new Set(scene.parts.filter((p) => p.shape === 'arc').map((p) => `${p.at}>${p.to}`));
  const root = s('svg', {
    class: 'scene', viewBox: view.join(' '),
    role: play ? 'group' : 'img', 'aria-label': say(scene.say),
  });
  /** @type {Map<string, SVGElement>} */
  const groups = new Map();
  const pressable = new Set(play ? scene.moves.flatMap((m) => m.press) : []), listed = scene.parts.filter(isListed);
  for (const part of listed) pressable.delete(part.id);
  const gap = scene.parts.every((p) => p.shape === 'gap' || !pressable.has(p.id)) ? GAP.alone : GAP.beside;
  enlarge(root, scene, pressable.size > 0, view.slice(2), gap);
  /** @type {Set<string>} */
  let chosen = new Set();
  let first = true, under = '';
  /** The parts that can be pressed. @type {Map<Element | null, Part>} */
  const parts = new Map();
  for (const part of scene.parts) {
    if (isListed(part)) continue;
    // arcs in both directions keep apart
    const apart = part.shape === 'arc' && part.to && arcs.has(`${part.to}>${part.at}`);
    const pressed = pressable.has(part.id), alike = MOULDED.has(part.shape) && !part.to;
    const g = alike ? moulded(part, pressed, gap) : s('g', pressed ? PRESSED : {}, ...drawn(apart ? { ...part, tone: 'bend' } : part));
    g.setAttribute('data-part', part.id);
    if (pressed) {
      if (first) g.setAttribute('tabindex', '0');
      g.setAttribute('aria-label', say(part.say) || part.text || part.id);
      first = false;
      const [x, y] = mid(part);
      if (part.shape === 'text') g.append(s('rect', { class: 'hit textual', x: part.at[0] - 0.1, y: y - 0.45, width: textWidth(part) + 0.4, height: 0.9, rx: 0.2 }));
      else if (!alike) g.append(hit(part, x, y, gap));
      parts.set(g, part);
    }
    groups.set(part.id, g);
    root.append(g);
  }
  // one listener for all parts
  const touched = (/** @type {Event} */ event) => parts.get(/** @type {Element} */ (event.target).closest('g[role="button"]'));
  if (parts.size) {
    root.addEventListener('click', (event) => { const part = touched(event); if (part) press(part.id); });
    root.addEventListener('pointerover', (event) => { const part = touched(event); if (part && part.id !== under) { under = part.id; look(part.id); } });
    root.addEventListener('focusin', (event) => { const part = touched(event); if (part) { encircle(part); look(part.id); } });
    root.addEventListener('keydown', (event) => { const part = touched(event); if (part) key(/** @type {KeyboardEvent} */ (event), part); });
  }
  /** The ring of what is focused or chosen, made when it is needed. @param {Part} part */
  function encircle(part) {
    const g = groups.get(part.id), [x, y] = g?.hasAttribute('transform') ? [0, 0] : mid(part);
    if (!g || part.shape === 'text' || g.querySelector('.ring')) return;
    g.append(part.shape === 'gap' ? s('rect', { class: 'ring', x: x - GAP.beside, y: y - 0.48, width: 2 * GAP.beside, height: 0.96, rx: 0.1 }) : s('circle', { class: 'ring', cx: x, cy: y, r: 0.49 }));
  }
  const over = s('g', { 'aria-hidden': 'true' });
  root.append(over);
  if (options.values) {
    for (const way of scene.moves) {
      if (way.value === null || way.value === undefined || !way.press.length) continue;
      const all = scene.parts.filter((p) => way.press.includes(p.id)).map(mid);
      if (!all.length) continue;
      const at = [0, 1].map((axis) => all.reduce((sum, p) => sum + p[axis], 0) / all.length);
      const g = s('g', { class: 'score-layer' }, ...shapes.score({ id: '', shape: 'score', at, value: way.value }));
      over.append(g);
    }
  }
  // whoever leaves the board, by the pointer or the Tab key, sees again what was shown
  const left = () => { under = ''; ghost(resting()); };
  const focusLeft = (/** @type {FocusEvent} */ event) => { if (!(/** @type {Element} */ (event.currentTarget)).contains(/** @type {Node | null} */ (event.relatedTarget))) left(); };
  if (play) {
    root.addEventListener('pointerleave', left);
    root.addEventListener('focusout', /** @type {EventListener} */ (focusLeft));
  }

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
      const part = set.has(id) && parts.get(g);
      if (part) encircle(part);
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
    root.querySelectorAll('.arc, .arrowhead').forEach((n) => n.classList.remove('win', 'way'));
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
    // the arrow along which a token goes
    const taken = scene.parts.find((p) => p.shape === 'token' && way.takes.includes(p.id)), put = way.puts.find((p) => p.shape === 'token');
    const near = (/** @type {number[]} */ a, /** @type {number[]} */ b) => Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.9;
    const arc = taken && put && scene.parts.find((p) => p.shape === 'arc' && p.to && near(p.at, taken.at) && near(p.to, put.at));
    if (arc) groups.get(arc.id)?.querySelectorAll('.arc, .arrowhead').forEach((n) => n.classList.add(tone.length > 1 ? 'win' : 'way'));
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
  fill(host, root, listed.length && play ? list() : null);
  ghost(shownWay(options.shown));
  /** The moves that no drawing shows: one stop of the Tab key, arrows walk. */
  function list() {
    const ways = listed.map((part) => /** @type {[Part, Way | undefined]} */ ([part, scene.moves.find((m) => m.press[0] === part.id)])).filter(([, way]) => way);
    const buttons = ways.map(([part, way], at) => h('button', {
      class: 'chip listed', type: 'button', tabindex: at ? -1 : 0, 'aria-label': say(part.say) || part.text,
      on: { click: () => way && finish(way), pointerenter: () => ghost(way || null), focus: () => ghost(way || null), keydown: (/** @type {KeyboardEvent} */ event) => {
        const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key], to = step && buttons[at + step];
        if (!to) return;
        event.preventDefault();
        event.stopPropagation();
        buttons[at].setAttribute('tabindex', '-1');
        to.setAttribute('tabindex', '0');
        to.focus();
      } },
    }, listedText(part), options.values && way?.value !== null && way?.value !== undefined ? h('b', {}, ` ${way.value}`) : null));
    return h('div', { class: 'others', role: 'group', 'aria-label': t('other_moves'), on: { pointerleave: left, focusout: focusLeft } }, h('p', { class: 'small soft' }, t('other_moves')), h('div', { class: 'chips' }, buttons));
  }
  return {
    show: (move) => { options.shown = move; ghost(shownWay(move)); },
    focus: () => /** @type {SVGElement | null} */ (root.querySelector('[tabindex="0"]'))?.focus(),
  };
}

/** Keeps what can be pressed large enough: a wide board is scrolled, not shrunk. @param {SVGElement} root @param {Scene} scene @param {boolean} pressed @param {number[]} size @param {number} gap */
function enlarge(root, scene, pressed, size, gap) {
  const cell = !pressed ? 4 : scene.parts.some((p) => p.shape === 'gap') ? TARGET / (2 * gap) : TARGET;
  root.style.minWidth = `${Math.ceil(cell * size[0])}px`;
  // a tall one is not shrunk either
  root.style.minHeight = `${Math.ceil(cell * size[1])}px`;
}

/** What a coin is called before its side: its number, or its place on a board. */
const COIN = /^(?:coin (?:in )?|硬币 )?(.+?)(?:的硬币)?(?:, (?:heads|tails)|，[正反]面)$/;

/** What is said of the way: which parts to press. @param {Scene} scene @param {Way} way */
export function told(scene, way) {
  const parts = way.press.map((id) => scene.parts.find((p) => p.id === id)).filter(Boolean);
  const coins = parts.map((p) => (/** @type {Part} */ (p).shape === 'coin' ? COIN.exec(say(/** @type {Part} */ (p).say))?.[1] : undefined));
  if (coins.length && coins.every(Boolean)) return coins.every((n) => /^\d+$/.test(n || '')) ? (coins.length === 1 ? t('turn_coin', coins[0]) : t('turn_coins', coins.join(t('comma')))) : t('turn_at', coins.join('; '));
  const words = parts.map((p) => say(/** @type {Part} */ (p).say) || /** @type {Part} */ (p).text || '').filter(Boolean);
  return words.length ? words.join(words.length === 2 ? ' – ' : t('comma')) : way.to;
}
