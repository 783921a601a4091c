// Graph: a game drawn, pasted or uploaded; outcomes, values and distances of its vertices. Picture and table are each whole.
import * as api from './api.js';
import { asking, playUrl } from './ask.js';
import { fill, h } from './dom.js';
import { go, hashText, title } from './main.js';
import { dot } from './marks.js';
import { infinite } from './steps.js';
import { t } from './words.js';

const EXAMPLE = 'graph{a->b; b->a,c; c->d; e->b,d; f->e,c; g->f,e; h->g,f,b; i->h,f}(f, i)';

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
  const visit = (/** @type {string} */ next, push = true) => history[push ? 'pushState' : 'replaceState'](null, '', `/graph#${encodeURIComponent(next)}`);
  const aside = h('section', { class: 'pod', 'data-pod': 'vertices' }, h('header', {}, h('h2', {}, t('vertices'))), list,
    h('p', { class: 'legend' }, h('span', {}, dot('N'), ' ', t('ring_n')), h('span', {}, dot('P'), ' ', t('ring_p')), h('span', {}, dot('D'), ' ', t('ring_d'))));
  fill(host, h('h1', { class: 'hide' }, t('graph')), tools, panel, live);
  const asked = asking(live, {
    text: text(), small: true, decorate, aside,
    typed: (typed, entered) => { visit(typed, entered); clearTimeout(timer); timer = setTimeout(label, 120); },
    play: (typed, move) => go(playUrl(typed, move)),
  });
  let labels = /** @type {Map<string, any>} */ (new Map());
  /** The picture with what is known of each vertex; tokens stand at its edge. @param {any} scene */
  function decorate(scene) {
    const aside = (/** @type {any} */ p) => (p.shape === 'token' ? { ...p, at: [p.at[0] + 0.38, p.at[1] - 0.72] } : p);
    const parts = scene.parts.map((/** @type {any} */ p) => {
      const label = p.shape === 'node' && labels.get(p.text);
      if (!label) return aside(p);
      const below = `${label.outcome} ${label.value ?? (label.loopy ? infinite(label.loopy) : '')}`.trim();
      return { ...p, tone: label.outcome, text: `${p.text}\n${below}`, say: `${t('vertex')} ${p.text} ${below}` };
    });
    return { ...scene, parts, moves: scene.moves.map((/** @type {any} */ m) => ({ ...m, puts: m.puts.map(aside) })) };
  }
  /** @param {string} next */
  function change(next) { visit(next); asked.input.write(next); asked.ask(next); label(); }

  function drawTools() {
    const g = parsed(asked.input.text());
    if (!g) { fill(tools, h('p', { class: 'note soft' }, t('none_graph'))); return; }
    const names = vertices(g), pick = (/** @type {string} */ words, /** @type {string} */ now) => h('select', { class: 'line-input', 'aria-label': words }, names.map((n) => h('option', { value: n }, n)));
    const from = pick(t('from'), names[0]), to = pick(t('to'), names[0]), small = (/** @type {string} */ words, /** @type {() => void} */ click) => h('button', { class: 'button small', type: 'button', on: { click } }, words);
    fill(tools,
      small(t('add_vertex'), addVertex), from, h('span', {}, '→'), to,
      small(t('add_arrow'), () => { const all = g.arcs.get(from.value) || []; if (!all.includes(to.value)) all.push(to.value); g.arcs.set(from.value, all); change(spelt(g)); }),
      small(t('remove'), () => { g.arcs.set(from.value, (g.arcs.get(from.value) || []).filter((n) => n !== to.value)); change(spelt(g)); }),
      small(t('paste_edges'), paste));
  }
  function addVertex() {
    const g = parsed(asked.input.text());
    if (!g) return;
    const names = new Set(vertices(g));
    let k = 0;
    const name = () => (k < 26 ? String.fromCharCode(97 + k) : `v${k}`);
    while (names.has(name())) k += 1;
    const before = [...names][names.size - 1];
    g.arcs.set(before, [...(g.arcs.get(before) || []), name()]);
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
      change(spelt({ head: 'graph', arcs, tokens: [[...arcs.keys()][0]] }));
    };
    fill(panel, h('p', { class: 'note soft below' }, t('edges_words')), area, h('div', { class: 'row above2' }, h('button', { class: 'button main', type: 'button', on: { click: use } }, t('use')), h('label', { class: 'note row' }, t('upload'), file), h('button', { class: 'button', type: 'button', on: { click: () => fill(panel) } }, t('close'))));
    area.focus();
  }

  async function label() {
    control.abort();
    control = new AbortController();
    const mine = control.signal, now = asked.input.text();
    drawTools();
    title(`${t('graph')} ${now}`);
    const g = parsed(now);
    try {
      const object = await api.ask('label', { text: now }, mine);
      if (mine.aborted || !object.labels) return;
      labels = new Map(object.labels.map((/** @type {any} */ l) => [l.vertex, l]));
      asked.redraw();
      const at = (/** @type {string} */ v) => (g ? g.tokens.map((token, i) => (token === v ? i + 1 : 0)).filter(Boolean).join(', ') : '');
      fill(list, h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('vertices') }, h('table', { class: 'plain' }, h('thead', {}, h('tr', {}, ['vertex', 'outcome', 'value', 'to_the_end', 'token'].map((key) => h('th', { scope: 'col' }, t(/** @type {'vertex'} */ (key)))))),
        h('tbody', {}, object.labels.map((/** @type {any} */ l) => h('tr', {}, h('th', { scope: 'row' }, h('b', {}, l.vertex)), h('td', {}, dot(l.outcome), ' ', l.outcome), h('td', {}, h('code', {}, l.value ?? (l.loopy ? infinite(l.loopy) : '–'))), h('td', {}, l.remoteness ?? '–'), h('td', {}, at(l.vertex))))))));
    } catch (problem) {
      if (mine.aborted) return;
      fill(list, h('p', { class: 'soft note' }, problem instanceof api.Refused ? problem.message : t('gone')));
    }
  }
  label();
  return {
    close() { clearTimeout(timer); control.abort(); asked.close(); },
    update() { if (text() !== asked.input.text()) { asked.input.write(text()); asked.ask(text()); label(); } },
    key(/** @type {KeyboardEvent} */ event) { if (event.key === 'v') { addVertex(); return true; } return asked.key(event); },
  };
}
