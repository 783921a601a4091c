// Ask: the box, and below it the answer in parts as they are ready.
import * as api from './api.js';
import { line } from './board/scene.js';
import { box } from './box.js';
import { fill, h } from './dom.js';
import { go, hashText, title } from './main.js';
import { law } from './pods/law.js';
import { moves } from './pods/moves.js';
import { take } from './pods/take.js';
import { values } from './pods/values.js';
import { verdict } from './pods/verdict.js';
import { why } from './pods/why.js';
import { count, languageName, t } from './words.js';

const EXAMPLES = /** @type {const} */ ([
  ['nim(3,5,7)', 'e_nim'], ['take[1..3](21)', 'e_bash'], ['take[1,3,4](21, 17) + kayles(9)', 'e_sum'], ['wythoff(4,7)', 'e_wythoff'],
  ['staircase(3,0,5,2)', 'e_staircase'], ['{n -> n-k for k in 1..n//2}(12, 7)', 'e_own'], ['misere nim(1,2,3)', 'e_misere'], ['nim(3,5,?)', 'e_unknown'],
]);
/** Typing rests so long before a question is asked. */
const REST = 60;
/** The old answer stands so long before anything moves. */
const PATIENCE = 150;

/** @typedef {{ text: string, read: any[], played: boolean, solve: any, scene: any, explain: any, tables: any[], periods: any[], guesses: any[], done: boolean }} State */

/**
 * The box with a live answer: the page Ask, and the boxes of the course.
 * @param {Element} host @param {{ text: string, typed?: (text: string, entered: boolean) => void, play?: (text: string, move: number | null) => void, small?: boolean, decorate?: (scene: any) => any, aside?: Node, between?: Node }} options
 */
export function asking(host, options) {
  const pods = h('div', { class: 'pods', 'aria-live': 'off' }), progress = h('div', { class: 'working', hidden: true });
  const play = (/** @type {number | null} */ move) => options.play?.(input.text(), move);
  const input = box({
    text: options.text, label: t('position'), play: options.play ? () => play(null) : undefined,
    change: (text) => { options.typed?.(text, false); clearTimeout(timer); timer = setTimeout(() => ask(text), REST); },
    enter: (text) => { options.typed?.(text, true); clearTimeout(timer); ask(text); },
  });
  /** The values of the moves are shown on the board. */
  let showValues = false;
  const watch = () => { showValues = !showValues; if (shown) draw(shown, new Set(['scene'])); };
  let timer = 0, control = new AbortController(), shown = /** @type {State | null} */ (null), chips = /** @type {ReturnType<typeof moves> | null} */ (null), closed = false;

  function draw(/** @type {State} */ state, /** @type {Set<string>} */ news) {
    // a fault may still come: what stands there stays until there is something to show
    if (!state.done && !state.solve && !state.scene && !state.explain && !state.tables.length && !state.periods.length && !state.guesses.length) {
      if (state.read.length) input.readAs(state.read);
      pods.classList.toggle('stale', Boolean(shown));
      return;
    }
    const first = shown !== state, parts = new Map(), held = document.activeElement?.closest('g[data-part]')?.getAttribute('data-part');
    shown = state;
    pods.classList.remove('stale');
    if (state.read.length) input.readAs(state.read);
    const actions = { play, more: () => ask(state.text, 5) };
    const part = (/** @type {string} */ name, /** @type {string[]} */ needs, /** @type {() => Node | null} */ make) => {
      if (first || needs.some((n) => news.has(n))) parts.set(name, make());
      else parts.set(name, pods.querySelector(`[data-pod="${name}"]`));
    };
    part('verdict', ['solve'], () => (state.solve ? verdict(state.solve, actions) : null));
    part('moves', ['solve', 'scene'], () => {
      // nothing to show: no board, and no moves
      if (!state.scene && (!state.solve?.outcome || state.solve.unknown)) { chips = null; return null; }
      chips = moves(state.solve, state.scene && options.decorate ? options.decorate(state.scene) : state.scene, { play, played: state.played, values: showValues, watch });
      return chips.node;
    });
    part('why', ['explain'], () => (state.explain && !options.small ? why(state.explain) : null));
    part('values', ['solve', 'table', 'period'], () => (options.small ? null : values(state.tables, state.periods, state.solve)));
    part('law', ['guess'], () => (options.small ? null : law(state.guesses)));
    part('take', ['solve', 'table'], () => (options.small ? null : take(state.text, state.solve, state.tables[0]?.game || null, only(state))));
    const nodes = [...parts.values(), options.aside].filter(Boolean);
    if (first || nodes.length !== pods.children.length || nodes.some((n, i) => pods.children[i] !== n)) {
      const active = document.activeElement instanceof HTMLElement && pods.contains(document.activeElement) ? document.activeElement : null, focused = active?.dataset.move;
      fill(pods, nodes);
      // what is put back keeps the focus
      if (active?.isConnected) active.focus({ preventScroll: true });
      if (focused !== undefined) /** @type {HTMLElement | null} */ (pods.querySelector(`[data-move="${focused}"]`))?.focus();
    }
    if (first || news.has('scene') || news.has('solve')) chips?.draw();
    // a board that is drawn again keeps the part that was focused
    if (held && pods.querySelector('svg') && document.activeElement === document.body) /** @type {SVGElement | undefined} */ ([...pods.querySelectorAll('g[tabindex]')].find((g) => g.getAttribute('data-part') === held))?.focus();
    pods.toggleAttribute('data-done', state.done);
  }

  /** @param {string} text @param {number} [seconds] */
  async function ask(text, seconds) {
    control.abort();
    control = new AbortController();
    const { signal } = control;
    pods.removeAttribute('data-done');
    if (!text.trim()) { input.notice(t('type_something')); input.readAs([]); fill(pods); shown = null; return; }
    const state = /** @type {State} */ ({ text, read: [], played: true, solve: null, scene: null, explain: null, tables: [], periods: [], guesses: [], done: false });
    const news = /** @type {Set<string>} */ (new Set());
    let drawing = 0, began = performance.now();
    const later = (/** @type {number} */ wait) => {
      if (drawing) return;
      drawing = setTimeout(() => { drawing = 0; if (!signal.aborted) { draw(state, new Set(news)); news.clear(); } }, wait);
    };
    const lists = /** @type {Record<string, any[]>} */ ({ table: state.tables, period: state.periods, guess: state.guesses });
    const told = (/** @type {string} */ name, /** @type {any} */ object) => {
      // what was read before it would be drawn over the fault
      if (name === 'error') { rest(); clearTimeout(drawing); drawing = 0; input.wrong(object.error, Boolean(shown)); pods.classList.toggle('stale', Boolean(shown)); pods.setAttribute('data-done', ''); return; }
      if (name === 'progress') {
        if (performance.now() - began < PATIENCE) return;
        progress.hidden = false;
        fill(progress, h('progress', { 'aria-label': t('working') }), h('span', { class: 'soft note num' }, [object.engine === 'none' ? '' : object.engine, object.nodes ? t('steps', count(object.nodes)) : '', `${object.seconds.toFixed(1)} s`].filter(Boolean).join(' · ')),
          h('button', { class: 'button small', type: 'button', on: { click: stop } }, t('stop'), ' ', h('kbd', {}, 'Esc')));
        return;
      }
      if (name === 'done') { state.done = true; rest(); clearTimeout(drawing); drawing = 0; draw(state, new Set(news)); return; }
      // what was not begun within the budget has nothing to show
      if (name === 'scene' && !object.parts || name === 'explain' && !object.steps) return;
      if (name in lists) lists[name].push(object); else if (name === 'read') { state.read = object.read || []; state.played = object.played !== false; input.playable(state.played); } else if (name in state) /** @type {any} */ (state)[name] = object;
      if (!state.read.length && object.read?.length) state.read = object.read;
      news.add(name);
      // what comes at once is drawn at once; `explain` ends the first answer
      if (name === 'explain' && shown !== state) { clearTimeout(drawing); drawing = 0; }
      later(shown === state ? 30 : name === 'explain' ? 0 : 15);
    };
    try {
      await api.stream('ask', { text, lang: languageName(), line: line(host), ...(seconds ? { limits: { seconds } } : {}) }, signal, told);
      rest();
      if (!state.done && !signal.aborted && (state.solve || state.tables.length)) { state.done = true; draw(state, news); }
    } catch (fault) {
      if (signal.aborted || closed) return;
      rest();
      if (fault instanceof api.Refused) { input.wrong(fault.error, Boolean(shown)); pods.classList.toggle('stale', Boolean(shown)); return; }
      if (!(fault instanceof api.Gone)) throw fault;
      // the text is kept, and asked again
      input.notice(t('gone'));
      timer = setTimeout(() => ask(input.text(), seconds), 2000);
    }
  }
  function rest() { progress.hidden = true; fill(progress); }
  function stop() { control.abort(); rest(); input.notice(t('stopped')); pods.setAttribute('data-done', ''); }

  fill(host, input.node, progress, options.between, pods);
  ask(options.text);
  const resized = () => chips?.draw();
  addEventListener('resize', resized);
  return {
    input, ask, stop,
    /** Draws the board again, as it is decorated now. */
    redraw() { if (shown) draw(shown, new Set(['scene'])); },
    close() { closed = true; clearTimeout(timer); control.abort(); removeEventListener('resize', resized); },
    key(/** @type {KeyboardEvent} */ event) {
      if (event.key === 'Escape' && !progress.hidden) { stop(); return true; }
      if (/^[1-9]$/.test(event.key) && chips) { chips.key(Number(event.key)); return true; }
      if (event.key === 's' && chips) { watch(); return true; }
      return false;
    },
  };
}

/** The one game of a question, as it is spelt. @param {State} state */
const only = (state) => (state.read.length === 1 && state.solve ? `${state.solve.convention === 'misere' ? 'misere ' : ''}${state.read[0].part}` : null);

/** The address of a game that begins. @param {string} text @param {number | null} move */
export const playUrl = (text, move) => `/play?level=1&first=you${move === null ? '' : `&m=${move}`}#${encodeURIComponent(text)}`;

/** @param {Element} host */
export function open(host) {
  const text = hashText() || EXAMPLES[2][0];
  const live = h('div', { class: 'ask' });
  const url = (/** @type {string} */ typed) => `/#${encodeURIComponent(typed)}`;
  fill(host, h('h1', { class: 'hide' }, t('ask')),
    h('div', { class: 'examples', role: 'group', 'aria-label': t('try') }, h('span', { class: 'small soft' }, t('try')), EXAMPLES.map(([example, key]) => h('a', { class: 'example', href: url(example), title: example }, t(key)))), live);
  const asked = asking(live, {
    text,
    typed: (typed, entered) => { history[entered ? 'pushState' : 'replaceState'](null, '', url(typed)); title(typed); },
    play: (typed, move) => { asked.input.remember(); go(playUrl(typed, move)); },
  });
  title(text);
  if (matchMedia('(min-width: 44rem)').matches) asked.input.focus();
  return {
    close: asked.close,
    key: asked.key,
    update() { const next = hashText(); if (next && next !== asked.input.text()) { asked.input.write(next); asked.ask(next); title(next); } },
  };
}
