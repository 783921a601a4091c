// Graph: a game drawn, pasted or uploaded; outcomes, values and distances of its vertices. Picture and table are each whole.
import * as api from './api.js';
import { asking, playUrl } from './ask.js';
import { arranged, readPlaces, written } from './board/layout.js';
import { coded, fill, h } from './dom.js';
import { go, hashText, title } from './main.js';
import { dot } from './marks.js';
import { infinite } from './steps.js';
import { say, t } from './words.js';

const EXAMPLE = 'graph{a->b; b->a,c; c->d; e->b,d; f->e,c; g->f,e; h->g,f,b; i->h,f}(f, i)';
/** An arrow key moves a vertex so far. */
const STEP = 0.5;
const ARROWS = /** @type {Record<string, number[]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/** A graph as text in parts: arcs of each vertex, and the tokens. @param {string} text */
function parsed(text) {
  const found = /^\s*((?:misere\s+)?graph)\s*\{([^}]*)\}\s*\(([^)]*)\)\s*$/.exec(text);
  if (!found) return null;
  const arcs = /** @type {Map<string, string[]>} */ (new Map());
  for (const part of found[2].split(/[;\n]/)) {
    const [from, to] = part.split('->').map((w) => w.trim());
    if (!from) continue;
    const all = arcs.get(from) || [];
    if (to) all.push(...to.split(',').map((w) => w.trim()).filter(Boolean));
    arcs.set(from, all);
  }
  return { head: found[1], arcs, tokens: found[3].split(',').map((w) => w.trim()).filter(Boolean) };
}
/** @param {NonNullable<ReturnType<typeof parsed>>} g */
function spelt(g) {
  const reached = new Set([...g.arcs.values()].flat());
  const parts = [...g.arcs].filter(([v, to]) => to.length || !reached.has(v)).map(([v, to]) => (to.length ? `${v}->${to.join(',')}` : v));
  return `${g.head}{${parts.join('; ')}}(${g.tokens.join(', ')})`;
}
/** @param {NonNullable<ReturnType<typeof parsed>>} g */
const vertices = (g) => [...new Set([...g.arcs.keys(), ...[...g.arcs.values()].flat()])];

/** @param {Element} host */
export function open(host) {
  const live = h('div'), tools = h('div', { class: 'row tools-row' }), list = h('div'), panel = h('div', { class: 'below' });
  let control = new AbortController(), timer = 0;
  const text = () => hashText() || EXAMPLE;
  // where vertices were put, and where all of them stand now
  let kept = readPlaces(location.search), still = /** @type {number[] | null} */ (null);
  const now = /** @type {import('./board/layout.js').Places} */ (new Map());
  const visit = (/** @type {string} */ next, push = true) => {
    const at = written(kept);
    history[push ? 'pushState' : 'replaceState'](null, '', `/graph${at ? `?${at}` : ''}#${encodeURIComponent(next)}`);
  };
  const aside = h('section', { class: 'pod', 'data-pod': 'vertices' }, h('header', {}, h('h2', {}, t('vertices')), h('span', { class: 'push small soft' }, t('arrows_move'))), list,
    h('p', { class: 'legend' }, h('span', {}, dot('N'), ' ', t('ring_n')), h('span', {}, dot('P'), ' ', t('ring_p')), h('span', {}, dot('D'), ' ', t('ring_d'))));
  fill(host, h('h1', { class: 'hide' }, t('graph')), live);
  const asked = asking(live, {
    text: text(), small: true, decorate, aside, between: h('div', { class: 'above4' }, tools, panel),
    typed: (typed, entered) => { hold(); visit(typed, entered); clearTimeout(timer); timer = setTimeout(label, 120); },
    play: (typed, move) => { const at = written(kept); go(playUrl(typed, move).replace('#', at ? `&${at}#` : '#')); },
  });
  let labels = /** @type {Map<string, any>} */ (new Map());
  /** The picture with what is known of each vertex, and each vertex where it was. @param {any} scene */
  function decorate(scene) {
    const placed = /** @type {any} */ (arranged(scene, kept, now));
    const parts = placed.parts.map((/** @type {any} */ p) => {
      const label = p.shape === 'node' && labels.get(p.text);
      if (!label) return p;
      const below = [label.outcome, label.value ?? (label.loopy ? infinite(label.loopy) : '')].filter((x) => x !== '').join(label.loopy ? ' ' : ' · ');
      return { ...p, tone: label.outcome, text: `${p.text}\n${below}`, say: `${t('vertex')} ${p.text} ${below}` };
    });
    return { ...placed, parts, ...(still ? { box: still, fixed: true } : {}) };
  }
  /** What stands now stays where it is. */
  function hold() { if (now.size) kept = new Map(now); }
  /** @param {string} next @param {boolean} [anew] */
  function change(next, anew = false) {
    if (anew) kept = new Map(); else hold();
    visit(next);
    asked.input.write(next);
    asked.ask(next);
    label();
  }

  /** @param {string} name @param {number[]} at */
  function put(name, at) {
    hold();
    kept.set(name, at.map((n) => Math.round(n * 100) / 100));
    asked.redraw();
  }
  /** An arrow key moves the vertex. @param {KeyboardEvent} event @param {string} name */
  function nudge(event, name) {
    const d = ARROWS[event.key], from = now.get(name);
    if (!d || !from) return false;
    event.preventDefault();
    put(name, [from[0] + STEP * d[0], from[1] + STEP * d[1]]);
    visit(asked.input.text(), false);
    return true;
  }
  const vertexOf = (/** @type {EventTarget | null} */ target) => {
    const group = /** @type {Element | null} */ (target)?.closest?.('g[data-part]'), shown = group?.querySelector('.node');
    const name = shown && group?.querySelector('text')?.textContent?.trim();
    return name && now.has(name) ? name : null;
  };
  /** A vertex is dragged; the picture keeps its edges until it is let go. @param {PointerEvent} event */
  function grab(event) {
    const name = vertexOf(event.target), svg = /** @type {SVGSVGElement | null} */ (live.querySelector('svg.scene')), matrix = svg?.getScreenCTM()?.inverse(), from = name && now.get(name);
    if (!name || !matrix || !from || !svg || event.button) return;
    const point = (/** @type {PointerEvent} */ e) => new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix);
    const start = point(event), { x, y, width, height } = svg.viewBox.baseVal;
    let moved = false;
    const move = (/** @type {PointerEvent} */ e) => {
      const to = point(e);
      if (!moved && Math.hypot(e.clientX - event.clientX, e.clientY - event.clientY) < 5) return;
      moved = true;
      still = [x, y, width, height];
      put(name, [from[0] + to.x - start.x, from[1] + to.y - start.y]);
    };
    const drop = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', drop);
      removeEventListener('pointercancel', drop);
      still = null;
      if (!moved) return;
      asked.redraw();
      visit(asked.input.text(), false);
      // what was dragged is not pressed
      const stop = (/** @type {Event} */ e) => { e.stopPropagation(); e.preventDefault(); };
      addEventListener('click', stop, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', stop, { capture: true }), 0);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', drop);
  }
  live.addEventListener('pointerdown', grab);
  live.addEventListener('keydown', (event) => { const name = event.shiftKey && ARROWS[event.key] && vertexOf(event.target); if (name) { event.stopPropagation(); nudge(event, name); } }, { capture: true });

  function drawTools() {
    const g = parsed(asked.input.text());
    if (!g) { fill(tools, h('p', { class: 'note soft' }, t('none_graph'))); return; }
    const names = vertices(g), pick = (/** @type {string} */ words, /** @type {string} */ role) => h('select', { class: 'line-input', 'aria-label': words, 'data-role': role }, names.map((n) => h('option', { value: n }, n)));
    const from = pick(t('from'), 'from'), to = pick(t('to'), 'to'), small = (/** @type {string} */ words, /** @type {() => void} */ click, key = '') => h('button', { class: 'button small', type: 'button', on: { click } }, words, key ? [' ', h('kbd', {}, key)] : null);
    fill(tools,
      small(t('add_vertex'), addVertex, 'V'), from, h('span', {}, '→'), to,
      small(t('add_arrow'), addArrow, 'E'),
      small(t('remove'), () => {
        g.arcs.set(from.value, (g.arcs.get(from.value) || []).filter((n) => n !== to.value));
        // the last arrow of a vertex leaves it there
        if (!g.arcs.has(to.value)) g.arcs.set(to.value, []);
        change(spelt(g));
      }),
      small(t('paste_edges'), paste), small(t('arrange'), () => { kept = new Map(); now.clear(); visit(asked.input.text(), false); asked.redraw(); }));
  }
  function addArrow() {
    const g = parsed(asked.input.text()), of = (/** @type {string} */ role) => /** @type {HTMLSelectElement | null} */ (tools.querySelector(`[data-role="${role}"]`))?.value || '';
    if (!g) return;
    const from = of('from'), to = of('to'), all = g.arcs.get(from) || [];
    if (!all.includes(to)) all.push(to);
    g.arcs.set(from, all);
    change(spelt(g));
  }
  function addVertex() {
    const g = parsed(asked.input.text());
    if (!g) return;
    const names = new Set(vertices(g));
    let k = 0;
    const name = () => (k < 26 ? String.fromCharCode(97 + k) : `v${k}`);
    while (names.has(name())) k += 1;
    g.arcs.set(name(), []);
    change(spelt(g));
  }
  /** A token more on a vertex, or one less. @param {string} vertex @param {boolean} more */
  function tokens(vertex, more) {
    const g = parsed(asked.input.text());
    if (!g) return;
    if (more) g.tokens.push(vertex); else g.tokens.splice(g.tokens.lastIndexOf(vertex), 1);
    change(spelt(g));
  }
  function paste() {
    const area = h('textarea', { class: 'line-area', rows: 6, 'aria-label': t('paste_edges'), placeholder: 'a b\nb c', spellcheck: 'false' });
    const file = h('input', { type: 'file', accept: '.txt,.csv,.edges', 'aria-label': t('upload'), on: { change: async () => { const first = file.files?.[0]; if (first && first.size < 60000) area.value = await first.text(); } } });
    const use = () => {
      const arcs = /** @type {Map<string, string[]>} */ (new Map());
      for (const line of area.value.split('\n')) {
        const [a, b] = line.replace(/#.*/, '').trim().split(/\s*->\s*|[\s,;]+/);
        if (!a) continue;
        const all = arcs.get(a) || [];
        if (b && !all.includes(b)) all.push(b);
        arcs.set(a, all);
      }
      if (!arcs.size) return;
      fill(panel);
      change(spelt({ head: 'graph', arcs, tokens: [[...arcs.keys()][0]] }), true);
    };
    fill(panel, h('p', { class: 'note soft below' }, t('edges_words')), area, h('div', { class: 'row above2' }, h('button', { class: 'button main', type: 'button', on: { click: use } }, t('use')), h('label', { class: 'note row' }, t('upload'), file), h('button', { class: 'button', type: 'button', on: { click: () => fill(panel) } }, t('close'))));
    area.focus();
  }

  async function label() {
    control.abort();
    control = new AbortController();
    const mine = control.signal, typed = asked.input.text();
    drawTools();
    title(`${t('graph')} ${typed}`);
    const g = parsed(typed);
    try {
      const object = await api.ask('label', { text: typed }, mine);
      if (mine.aborted || !object.labels) return;
      labels = new Map(object.labels.map((/** @type {any} */ l) => [l.vertex, l]));
      asked.redraw();
      drawTable(object.labels, g);
    } catch (problem) {
      if (mine.aborted) return;
      fill(list, h('p', { class: 'soft note' }, problem instanceof api.Refused ? coded(say(problem.error.say) || problem.message) : t('gone')));
    }
  }
  /** @param {any[]} all @param {ReturnType<typeof parsed>} g */
  function drawTable(all, g) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.vertex;
    const standing = (/** @type {string} */ v) => (g ? g.tokens.map((token, i) => (token === v ? i + 1 : 0)).filter(Boolean) : []);
    const press = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {boolean} */ off, /** @type {() => void} */ click) => h('button', { class: 'sign', type: 'button', 'aria-label': words, disabled: off, on: { click } }, sign);
    const row = (/** @type {any} */ l) => {
      const here = standing(l.vertex);
      return h('tr', {}, h('th', { scope: 'row' }, h('button', { class: 'vertex', type: 'button', 'data-vertex': l.vertex, 'aria-label': t('vertex_moves', l.vertex), on: { keydown: (/** @type {KeyboardEvent} */ e) => nudge(e, l.vertex) } }, l.vertex)),
        h('td', {}, dot(l.outcome), ' ', l.outcome), h('td', {}, h('code', {}, l.value ?? (l.loopy ? infinite(l.loopy) : '–'))), h('td', {}, l.remoteness ?? '–'),
        h('td', { class: 'tokens' }, h('span', { class: 'num' }, here.join(', ')), g ? [press('−', t('token_off', l.vertex), !here.length || g.tokens.length < 2, () => tokens(l.vertex, false)), press('+', t('token_on', l.vertex), false, () => tokens(l.vertex, true))] : null));
    };
    fill(list, h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('vertices') }, h('table', { class: 'plain' }, h('thead', {}, h('tr', {}, ['vertex', 'outcome', 'value', 'to_the_end', 'token'].map((key) => h('th', { scope: 'col' }, t(/** @type {'vertex'} */ (key)))))),
      h('tbody', {}, all.map(row)))));
    if (focused !== undefined) [...list.querySelectorAll('[data-vertex]')].find((n) => /** @type {HTMLElement} */ (n).dataset.vertex === focused)?.closest('button')?.focus();
  }
  label();
  return {
    close() { clearTimeout(timer); control.abort(); asked.close(); },
    update() { kept = readPlaces(location.search); if (text() !== asked.input.text()) { asked.input.write(text()); asked.ask(text()); label(); } else asked.redraw(); },
    key(/** @type {KeyboardEvent} */ event) {
      if (event.key === 'v') { addVertex(); return true; }
      if (event.key === 'e') { addArrow(); return true; }
      return asked.key(event);
    },
  };
}
