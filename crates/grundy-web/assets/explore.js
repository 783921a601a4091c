// Explore: values of games of one coordinate as a plot, of two as a map; laws, and a law of your own.
import * as api from './api.js';
import { box, noValue, parameter } from './box.js';
import { coded, fill, h } from './dom.js';
import { heatMap, heatSvg, NO_NUMBER } from './heat.js';
import { hashText, title } from './main.js';
import { dot, evidence, mark, sealed } from './marks.js';
import { plot, png } from './plot.js';
import { finding, known } from './pods/law.js';
import { seen } from './steps.js';
import { say, t } from './words.js';

/** Places where nothing is said, and at most. */
const USUAL = { one: 128, two: 40 }, MOST = { one: 20000, two: 1000 };

/** Why a law was not proved. @param {any} judged @returns {string[]} */
const obstacles = (judged) => (judged.obstacles || []).map((/** @type {string} */ en, /** @type {number} */ i) => say({ en, zh: judged.obstacles_zh?.[i] }));

/** @param {Element} host */
export function open(host) {
  let control = new AbortController(), timer = 0, map = /** @type {ReturnType<typeof heatMap> | null} */ (null), redraw = () => {}, asked = 0;
  const params = () => new URLSearchParams(location.search);
  const text = () => hashText() || 'wythoff';
  const head = h('div'), body = h('div'), fault = h('p', { class: 'notice above4', hidden: true });
  const input = box({
    text: text(), label: t('game'),
    change: (typed) => { clearTimeout(timer); timer = setTimeout(() => { visit(typed, null, false); load(); }, 250); },
    enter: (typed) => { clearTimeout(timer); visit(typed, null, true); load(); },
  });
  fill(host, h('h1', { class: 'hide' }, t('explore')), input.node, fault, head, body);

  /** @param {string} game @param {string | null} to @param {boolean} push @param {string | null} [at] */
  function visit(game, to, push, at = null) {
    const query = [to ? `to=${to}` : '', at ? `at=${at}` : ''].filter(Boolean).join('&');
    history[push ? 'pushState' : 'replaceState'](null, '', `/explore${query ? `?${query}` : ''}#${encodeURIComponent(game)}`);
  }
  /** The place that is looked at stands in the address. @param {string} game @param {(string | number)[]} at */
  function looking(game, at) {
    if (text() === game && location.pathname === '/explore') visit(game, params().get('to'), false, at.join(','));
  }

  async function load() {
    control.abort();
    control = new AbortController();
    const { signal } = control, game = text(), mine = asked += 1;
    title(`${t('explore')} ${game}`);
    const given = (params().get('to') || '').split(',').map(Number).filter((n) => Number.isInteger(n) && n > 0);
    try {
      // what is it a game of? A small table says so
      const small = await api.ask('table', { text: game, to: 8 }, signal);
      if (mine !== asked) return;
      fault.hidden = true;
      if (small.read?.length) input.readAs(small.read); else input.readAs([]);
      if (small.rows?.[0]?.for) { input.wrong({ message: noValue(Object.keys(small.rows[0].for)[0]), span: null }, body.childElementCount > 0); return; }
      if (!Array.isArray(small.values)) throw new api.Refused(422, { message: small.refused || t('no_table') });
      const two = Array.isArray(small.values[0]);
      if (two) await showMap(game, given, signal); else await showPlot(game, Math.min(MOST.one, given[0] || USUAL.one), signal);
    } catch (problem) {
      if (signal.aborted) return;
      if (problem instanceof api.Gone) { input.notice(t('gone')); timer = setTimeout(load, 2000); return; }
      const error = /** @type {api.Refused} */ (problem).error;
      if (!error) throw problem;
      if (error.span || parameter(error)) input.wrong(error, body.childElementCount > 0); else { fault.hidden = false; fill(fault, coded(say(error.say) || error.message), error.suggestion ? h('span', { class: 'soft' }, ' ', coded(say(error.say_suggestion) || error.suggestion)) : null); }
    }
  }

  /** @param {string} game @param {string} words @param {number[]} to @param {any[]} more */
  function heading(game, words, to, more) {
    const size = h('input', { class: 'line-input num', type: 'number', min: 1, max: to.length > 1 ? MOST.two : MOST.one, value: to[0], id: 'upto', on: { change: () => {
      const n = Math.max(1, Math.min(to.length > 1 ? MOST.two : MOST.one, Math.round(Number(size.value)) || to[0]));
      visit(game, to.length > 1 ? `${n},${n}` : String(n), true);
      load();
    } } });
    fill(head, h('div', { class: 'row spread head above4' }, h('p', { class: 'note soft' }, words), h('div', { class: 'row' }, h('label', { class: 'small soft', for: 'upto' }, t('to')), size, more)));
  }

  /** @param {string} name @param {Blob} blob */
  function save(name, blob) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }
  const downloads = (/** @type {[string, () => any][]} */ all) => [h('span', { class: 'soft small' }, t('download')), all.map(([name, make]) => h('button', { class: 'button small', type: 'button', on: { click: async () => { const blob = await make(); if (blob) save(`values.${name.toLowerCase()}`, blob); } } }, name))];
  const svgBlob = (/** @type {SVGElement} */ node) => new Blob(['<?xml version="1.0"?>\n', new XMLSerializer().serializeToString(node)], { type: 'image/svg+xml' });

  /** @param {string} game @param {number[]} given @param {AbortSignal} signal */
  async function showMap(game, given, signal) {
    const to = [Math.min(MOST.two, given[0] || USUAL.two), Math.min(MOST.two, given[1] || given[0] || USUAL.two)], rows = to[0] + 1, columns = to[1] + 1;
    const numbers = await api.numbers({ text: game, to }, signal);
    if (!numbers.length) throw new api.Refused(422, { message: t('not_known') });
    const known = Math.floor(numbers.length / columns), data = { rows: Math.min(rows, known), columns, values: numbers, moved: (/** @type {[number, number]} */ at) => cell(at) };
    const canvas = h('canvas', { id: 'map', tabindex: 0, role: 'application', 'aria-label': t('map_label', game, to.join(', ')) }), told = h('div', { id: 'cell' }), spoken = h('p', { class: 'hide', role: 'status' });
    const legend = h('figcaption');
    const laws = h('div', { 'data-laws': true }), claim = claimForm(game, 'P: a = 2*b or b = 2*a', signal, (place) => map?.mark(place));
    fill(body, h('div', { class: 'two' }, h('figure', { class: 'map' }, canvas, legend), h('div', {},
      h('section', { class: 'pod first' }, h('header', {}, h('h2', {}, t('this_cell'))), told, spoken),
      h('section', { class: 'pod' }, h('header', {}, h('h2', {}, t('laws'))), laws),
      h('section', { class: 'pod' }, h('header', {}, h('h2', {}, t('your_law'))), claim.node))));
    map = heatMap(canvas, data);
    fill(legend, h('span', {}, dot('P'), ' ', t('p_legend')), h('span', {}, h('span', { class: 'num' }, 1), ' ', h('span', { class: 'ramp' }), ' ', h('span', { class: 'num' }, map.top)), h('span', {}, t('a_down')), Math.max(rows, columns) > 60 ? h('span', {}, t('zoom')) : null);
    const overlay = h('button', { class: 'button small', type: 'button', 'aria-pressed': 'true', on: { click: () => { const on = overlay.getAttribute('aria-pressed') !== 'true'; overlay.setAttribute('aria-pressed', String(on)); map?.overlay(on); } } }, t('p_positions'));
    heading(game, t('each_cell'), to, [overlay, downloads([
      ...(rows * columns > 40000 ? [] : [/** @type {[string, () => any]} */ (['SVG', () => svgBlob(heatSvg(data, map?.top || 1))])]), ['PNG', () => map?.blob()],
      ['CSV', () => new Blob([Array.from({ length: data.rows }, (_, a) => Array.from(numbers.slice(a * columns, (a + 1) * columns)).join(',')).join('\n')], { type: 'text/csv' })]])]);
    /** @param {[number, number]} at */
    const cell = (at) => look(game, at, numbers[at[0] * columns + at[1]], told, spoken, signal, (moves) => {
      const places = moves.map((m) => /\((\d+), (\d+)\)$/.exec(m.to)).filter(Boolean).map((/** @type {any} */ f) => [Number(f[1]), Number(f[2])]);
      // the lines through the ends of each direction
      map?.options(ends(at, places));
    });
    const start = (params().get('at') || '4,6').split(',').map(Number);
    map.move([Math.min(rows - 1, start[0] || 0), Math.min(columns - 1, start[1] || 0)]);
    redraw = () => map?.redraw();
    await tellLaws(game, laws, claim, signal);
  }
  let turn = 0, waiting = 0, noted = 0;
  /**
   * What is known of one place: who wins, its value, and the values of its options. Where it has settled, it stands in the address.
   * @param {string} game @param {number[]} at @param {any} v @param {HTMLElement} told @param {HTMLElement} spoken @param {AbortSignal} signal @param {(moves: any[]) => void} [after]
   */
  function look(game, at, v, told, spoken, signal, after) {
    const mine = turn += 1, known = v !== NO_NUMBER && v !== null && v !== undefined, name = at.length > 1 ? `(${at.join(', ')})` : String(at[0]);
    spoken.textContent = t('place_says', name, known ? v : '?');
    const top = (/** @type {any} */ more) => fill(told, h('div', { class: 'cellhead' }, mark(known ? (v === 0 ? 'P' : 'N') : null), h('div', {}, h('b', {}, name), h('div', { class: 'note soft' }, more)), h('div', { class: 'val' }, h('span', { class: 'label' }, t('value_label')), h('br'), h('b', {}, known ? v : '?'))));
    top('\u00a0');
    clearTimeout(waiting);
    clearTimeout(noted);
    noted = setTimeout(() => { if (!signal.aborted && (mine > 1 || params().get('at'))) looking(game, at); }, 600);
    waiting = setTimeout(async () => {
      const object = await api.ask('moves', { text: `${game}(${at.join(', ')})`, limit: 2000 }, signal).catch(() => null);
      if (mine !== turn || !object?.moves) return;
      const wins = object.moves.filter((/** @type {any} */ m) => m.wins).map((/** @type {any} */ m) => /\(([^()]*)\)$/.exec(m.to)?.[1] || m.to);
      top(wins.length ? [dot('P'), ` ${wins.slice(0, 4).map((/** @type {string} */ w) => `→ (${w})`).join('  ')}`] : t('no_p_move'));
      if (known) told.append(h('p', { class: 'note above3' }, t('options_mex', object.moves_count ?? object.moves.length, v)), seen(object.moves.map((/** @type {any} */ m) => m.value).filter((/** @type {any} */ x) => x !== null), v));
      after?.(object.moves);
    }, 70);
  }
  /** Of the options in one direction the farthest, so that few lines show them all. @param {number[]} at @param {number[][]} places */
  function ends(at, places) {
    const far = new Map();
    for (const p of places) {
      const d = [p[0] - at[0], p[1] - at[1]], g = gcd(Math.abs(d[0]), Math.abs(d[1])) || 1, key = `${d[0] / g},${d[1] / g}`;
      if (!far.has(key) || g > far.get(key)[0]) far.set(key, [g, p]);
    }
    return far.size > 40 ? [] : [...far.values()].map((f) => f[1]);
  }
  const gcd = (/** @type {number} */ a, /** @type {number} */ b) => { while (b) [a, b] = [b, a % b]; return a; };

  /** @param {string} game @param {number} to @param {AbortSignal} signal */
  async function showPlot(game, to, signal) {
    map = null;
    const table = await api.ask('table', { text: game, to }, signal), period = api.ask('period', { text: game, to: 100000, limits: { seconds: 2 } }, signal).catch(() => null);
    let marked = /** @type {number | null} */ (null), drawn = /** @type {ReturnType<typeof plot> | null} */ (null);
    const place = h('div', { class: 'board', id: 'plot' }), laws = h('div', { 'data-laws': true }), told = h('div', { class: 'above3' }), heap = h('div', { id: 'cell' }), spoken = h('p', { class: 'hide', role: 'status' });
    const claim = claimForm(game, 'P: n % 4 = 0', signal, (at) => { marked = at ? Number(at[0]) : null; redraw(); });
    fill(body, h('div', { class: 'above4' }, place, told), h('div', { class: 'pairs above4' },
      h('div', {}, h('section', { class: 'pod first' }, h('header', {}, h('h2', {}, t('this_heap'))), heap, spoken), h('section', { class: 'pod' }, h('header', {}, h('h2', {}, t('your_law'))), claim.node)),
      h('section', {}, h('h2', { class: 'below' }, t('laws')), laws)));
    const moved = (/** @type {number} */ n) => look(game, [n], table.values[n], heap, spoken, signal);
    const start = Number((params().get('at') || '').split(',')[0] || Math.min(9, table.values.length - 1)) || 0;
    redraw = () => { if (place.isConnected) drawn = plot(place, game, table.values, { marked, at: drawn ? drawn.at() : Math.min(start, table.values.length - 1), moved }); };
    redraw();
    moved(Math.min(start, table.values.length - 1));
    heading(game, t('each_dot'), [to], downloads([['SVG', () => drawn && svgBlob(drawn.svg())], ['PNG', () => drawn && png(drawn.svg())], ['CSV', () => new Blob([table.values.map((/** @type {any} */ v, /** @type {number} */ n) => `${n},${v ?? ''}`).join('\n')], { type: 'text/csv' })]]));
    period.then((found) => {
      if (!found?.found || signal.aborted) return;
      const { seal, reason } = evidence(found.evidence);
      fill(told, h('p', { class: 'row note' }, t('period_from', found.period, found.preperiod, found.saltus), seal), reason);
    });
    await tellLaws(game, laws, claim, signal);
  }

  /** @param {string} game @param {HTMLElement} list @param {{ judge: (claim: string) => void }} claim @param {AbortSignal} signal */
  async function tellLaws(game, list, claim, signal) {
    fill(list, h('p', { class: 'soft note' }, t('working_on')));
    const guess = await api.ask('guess', { text: game }, signal).catch((problem) => { if (problem instanceof api.Refused) return { findings: [], message: say(problem.error.say) || problem.message }; throw problem; });
    const all = guess.findings || [], of = (/** @type {string} */ kind) => all.filter((/** @type {any} */ f) => f.kind === kind), laws = all.filter((/** @type {any} */ f) => f.kind !== 'oeis' && f.kind !== 'equal-game');
    fill(list, all.length ? [laws.length ? h('ul', { class: 'list' }, laws.map((/** @type {any} */ f) => finding(f, claim.judge))) : null, known('k_equal', of('equal-game').slice(0, 6)), known('k_oeis', of('oeis').slice(0, 6))]
      : h('p', { class: 'soft note' }, coded(guess.message || t('no_law'))));
  }

  /** @param {string} game @param {string} usual @param {AbortSignal} signal @param {(place: number[] | null) => void} show */
  function claimForm(game, usual, signal, show) {
    const field = h('input', { class: 'mono', value: usual, 'aria-label': t('claim'), spellcheck: 'false', autocomplete: 'off', on: { keydown: (/** @type {KeyboardEvent} */ e) => { if (e.key === 'Enter') judge(field.value); } } });
    const told = h('div', { role: 'status', class: 'note above3', id: 'claimed' });
    async function judge(/** @type {string} */ claim) {
      field.value = claim;
      fill(told, t('working_on'));
      show(null);
      try {
        const object = await api.ask('prove', { text: game, claim }, signal);
        if (object.result === 'refuted') {
          const c = object.counterexample, is = c.outcome ?? c.value;
          show(c.position);
          fill(told, sealed('refuted'), ' ', c.claimed === null ? t('excluded_at', c.position.join(', '), is) : t('refuted_at', c.position.join(', '), c.claimed, is), ' ', c.move ? t('for_it_moves', c.move.join(', ')) : '');
        } else if (object.result === 'proved') { const e = evidence(object.evidence); fill(told, e.seal, ' ', t('proved_law'), e.reason); } else if (object.result === 'checked') fill(told, sealed('checked'), ' ', t('checked_law', object.checked_to), obstacles(object).map((why) => h('span', { class: 'soft' }, ' ', coded(t('no_proof', why))))); else fill(told, t('open_law'));
      } catch (problem) {
        if (signal.aborted) return;
        const error = /** @type {api.Refused} */ (problem).error;
        fill(told, h('span', { class: 'evidence refuted' }, error ? coded(say(error.say) || error.message) : t('gone')), error?.suggestion ? h('span', { class: 'soft' }, ' ', coded(say(error.say_suggestion) || error.suggestion)) : null);
      }
    }
    return { node: h('div', {}, h('div', { class: 'claim' }, field, h('button', { class: 'button main', type: 'button', on: { click: () => judge(field.value) } }, t('prove'))), told), judge };
  }

  load();
  const resized = () => redraw();
  addEventListener('resize', resized);
  return {
    close() { clearTimeout(timer); control.abort(); removeEventListener('resize', resized); },
    update() { if (text() !== input.text()) input.write(text()); load(); },
    theme() { if (map) map.repaint(); else redraw(); },
  };
}
