// Play: the board, an opponent, hint, undo, the history of values, and the review at the end.
import * as api from './api.js';
import { arranged, readPlaces, written } from './board/layout.js';
import { drawScene, line, told } from './board/scene.js';
import { box, parameter } from './box.js';
import { moveText, short } from './change.js';
import { coded, fill, h, s } from './dom.js';
import { go, hashText, title } from './main.js';
import { dot } from './marks.js';
import { chipText } from './pods/moves.js';
import { columns, columnsInWords, infinite, stepNode } from './steps.js';
import { say, t } from './words.js';

const LEVELS = /** @type {const} */ (['random', 'careless', 'careful', 'perfect']);
/** The opponent seems to think so long. */
const PAUSE = 350;
const ROW = 36.8;

/** @param {Element} host */
export function open(host) {
  let text = hashText() || 'nim(3,5,7)', level = 1, first = 'you', seed = 1, plies = /** @type {number[]} */ ([]);
  let control = new AbortController(), timer = 0, closed = false;
  /** The round after all moves, and where a review looks. @type {any} */
  let round = null;
  // a graph that was arranged by hand keeps its places from move to move
  let places = readPlaces(location.search);
  const now = new Map(), settled = (/** @type {any} */ scene) => /** @type {any} */ (arranged(scene, places, now));
  let shown = 0, looked = /** @type {any} */ (null), watching = false, busy = false;
  /** Plays the move with this number, unless another one is on its way. @param {number} index */
  function make(index) {
    if (busy) return;
    // what was asked of this move says nothing of the next one
    closeHint();
    plies.push(index);
    history.pushState(null, '', url());
    load();
  }

  function read() {
    const url = new URLSearchParams(location.search);
    text = hashText() || 'nim(3,5,7)';
    level = Math.min(3, Math.max(0, Number(url.get('level') ?? 1) || 0));
    places = readPlaces(location.search);
    first = url.get('first') === 'it' ? 'it' : 'you';
    seed = Number(url.get('seed') ?? 1) || 1;
    plies = (url.get('m') || '').split(',').filter(Boolean).map(Number).filter((n) => Number.isInteger(n) && n >= 0);
  }
  function url() {
    const m = plies.length ? `&m=${plies.join(',')}` : '';
    const at = written(places);
    return `/play?level=${level}&first=${first}${m}${seed === 1 ? '' : `&seed=${seed}`}${at ? `&${at}` : ''}#${encodeURIComponent(text)}`;
  }
  const mine = (/** @type {number} */ ply) => (ply % 2 === 0) === (first === 'you');

  const heading = h('div', {}), levels = h('div', { class: 'row levels' }), result = h('div', { role: 'status' });
  const board = h('div', { class: 'board', id: 'board' }), turn = h('p', { id: 'turn', role: 'status', 'aria-live': 'polite' });
  const drawer = h('div', { class: 'drawer', id: 'drawer', hidden: true }), review = h('div'), lanes = h('div', { id: 'history' });
  const button = (/** @type {any} */ words, /** @type {string} */ key, /** @type {() => void} */ click, more = {}) => h('button', { class: 'button', type: 'button', on: { click }, ...more }, words, ' ', h('kbd', {}, key));
  const hintButton = button(t('hint'), 'H', hint, { 'aria-expanded': 'false', 'aria-controls': 'drawer' }), undoButton = button(t('undo'), 'U', undo), newButton = button(t('new_game'), 'N', anew);
  const watchButton = h('button', { class: 'button small', type: 'button', 'aria-pressed': 'false', on: { click: watch } }, t('while_playing'), ' ', h('kbd', {}, 'S'));
  const others = h('details', { class: 'above4' }, h('summary', { class: 'note' }, t('another_position')));
  const chooser = box({ text, label: t('position'), change: () => {}, enter: (typed) => { text = typed.trim(); plies = []; go(url()); } });
  others.append(chooser.node);
  fill(host, h('div', { class: 'row spread head' }, heading, levels),
    h('div', { class: 'table' },
      h('section', { 'aria-labelledby': 'h-board' }, h('h2', { id: 'h-board', class: 'hide' }, t('board')), result, board,
        h('div', { class: 'turn' }, turn, h('div', { class: 'row' }, hintButton, undoButton, newButton)), drawer, review, others),
      h('section', { 'aria-labelledby': 'h-history', class: 'history' }, h('header', { class: 'row spread' }, h('h2', { id: 'h-history' }, t('history')), watchButton), lanes)));

  function frame() {
    const name = round?.read?.[0] ? say(round.read[0]) : '';
    title(`${t('play')} ${text}`);
    fill(heading, h('h1', {}, h('span', { class: 'mono' }, short(text, 48))), name ? h('p', { class: 'note soft' }, name) : null);
    const choice = (/** @type {string} */ key, /** @type {any} */ now, /** @type {[any, string][]} */ all, /** @type {(v: any) => void} */ set) => [h('span', { class: 'label', id: `l-${key}` }, t(/** @type {'opponent'} */ (key))),
      h('div', { class: 'seg', role: 'group', 'aria-labelledby': `l-${key}` }, all.map(([v, words]) => h('button', { type: 'button', 'aria-pressed': String(v === now), on: { click: () => set(v) } }, words)))];
    fill(levels, h('div', { class: 'choice' }, choice('opponent', level, LEVELS.map((key, i) => [i, t(key)]), (v) => { level = v; history.replaceState(null, '', url()); frame(); })),
      h('div', { class: 'choice' }, choice('who_first', first, [['you', t('you')], ['it', t('it')]], (v) => { first = v; plies = []; go(url()); })));
  }

  /** The round at these moves. @param {number[]} moves @param {boolean} reply */
  const ask = (moves, reply) => api.ask('play', { text, moves, ...(reply ? { level, seed } : {}), line: line(board) }, control.signal);

  async function load() {
    control.abort();
    control = new AbortController();
    clearTimeout(timer);
    const { signal } = control;
    looked = null;
    busy = true;
    frame();
    const machine = !mine(plies.length);
    try {
      const answer = await ask(plies, machine);
      // the time of the question was spent
      if (!answer.history) throw new api.Refused(422, { message: `${t('not_known')} – ${t('spent_time')}` });
      round = answer;
    } catch (fault) {
      if (signal.aborted || closed) return;
      if (fault instanceof api.Gone) { fill(turn, t('gone')); timer = setTimeout(load, 2000); return; }
      const error = /** @type {api.Refused} */ (fault).error;
      fill(board, h('p', { class: 'notice' }, error ? coded(say(error.say) || error.message) : t('gone')));
      fill(turn, '');
      round = null;
      closeHint();
      disable(hintButton, true);
      disable(undoButton, !plies.length);
      fill(lanes); fill(review); fill(result);
      if (error?.span || parameter(error)) { others.open = true; chooser.wrong(error, false); }
      return;
    }
    busy = false;
    shown = 0;
    render();
    if (machine && round.reply && !round.over) {
      timer = setTimeout(() => { plies.push(round.reply.move); history.replaceState(null, '', url()); load(); }, PAUSE);
    } else if (round.over && slips().length) look(0);
  }

  /** The slips of yours, each with its number. @returns {[any, number][]} */
  const slips = () => (round?.history || []).map((/** @type {any} */ ply, /** @type {number} */ i) => [ply, i]).filter((/** @type {[any, number]} */ [ply, i]) => mine(i) && ply.slip);

  function render() {
    frame();
    if (round.over) closeHint();
    const over = round.over, yours = mine(plies.length) && !over, last = round.history[round.history.length - 1];
    const scene = settled(looked ? looked.scene : round.scene);
    drawScene(board, scene, yours && !looked ? {
      play: make,
      hover: (way) => { const peek = document.getElementById('peek'); if (peek && way) peek.textContent = told(scene, way); },
      values: watching, best: watching || !drawer.hidden,
    } : { shown: looked ? looked.best : null, values: watching && over });
    fill(turn, over
      ? looked ? h('small', {}, t('before_move', looked.ply + 1)) : ''
      : yours ? [t('your_move'), h('small', { id: 'peek' }, last ? t('it_moved', moveText(last)) : t('press_board'))] : t('it_thinks'));
    if (yours && !scene.moves.length && round.moves.length) fill(drawer, moveList());
    if (yours && scene.moves_truncated && round.moves.length) board.append(moveList());
    if (yours && !scene.moves.length && round.moves.length) board.append(moveList());
    disable(hintButton, over);
    disable(undoButton, !plies.length);
    if (drawer.hidden === false && yours) tellHint();
    drawHistory();
    drawReview();
  }
  /** Where no part can be pressed, the moves are a list. */
  function moveList() {
    return h('div', { class: 'chips above3' }, round.moves.slice(0, 200).map((/** @type {any} */ m, /** @type {number} */ i) => h('button', { class: 'chip', type: 'button', on: { click: () => make(m.index ?? i) } }, moveText(m))));
  }

  const disable = (/** @type {HTMLElement} */ node, /** @type {boolean} */ off) => { /** @type {HTMLButtonElement} */ (node).disabled = off; };
  function closeHint() { drawer.hidden = true; hintButton.setAttribute('aria-expanded', 'false'); }
  async function hint() {
    if (!round || round.over) return;
    drawer.hidden = !drawer.hidden;
    hintButton.setAttribute('aria-expanded', String(!drawer.hidden));
    if (!drawer.hidden) await tellHint(); else render();
  }
  async function tellHint() {
    if (!round || round.over) return;
    const at = round, scene = settled(round.scene);
    const explanation = await api.ask('explain', { text: round.position }, control.signal).catch(() => null);
    if (at !== round || drawer.hidden) return;
    const steps = explanation?.steps || [], rows = steps.find((/** @type {any} */ x) => x.kind === 'columns')?.rows.length || 0;
    const wins = round.moves.filter((/** @type {any} */ m) => m.wins);
    const law = ['ones', 'mex', 'loopy', 'outcomes', 'theorem'].map((kind) => steps.find((/** @type {any} */ x) => x.kind === kind)).find(Boolean);
    const words = wins.length ? [h('p', {}, dot('P'), ' ', t('winning_hint'), ' ', h('b', { class: 'mono' }, chipText(wins[0], scene)), wins.length > 1 ? h('span', { class: 'soft' }, ` ${t('more', wins.length - 1)}`) : null)] : [h('p', {}, t('lost_hint'))];
    const said = round.convention === 'misere' && law ? stepNode(law) : explanation && columnsInWords(explanation);
    fill(drawer, rows > 1 && rows <= 16 ? [columns(steps), h('div', { class: 'stack' }, said, words)] : h('div', { class: 'stack wide' }, law ? stepNode(law) : null, words));
    if (wins.length && !looked) drawScene(board, scene, {
      play: make, shown: wins[0].index, values: watching,
      hover: (way) => { const peek = document.getElementById('peek'); if (peek && way) peek.textContent = told(scene, way); },
    });
  }
  function undo() {
    if (!plies.length) return;
    // back to the last move of yours
    plies.length = Math.max(0, plies.length - (mine(plies.length - 1) || plies.length === 1 ? 1 : 2));
    go(url());
  }
  function anew() { plies = []; seed = seed % 1000 + 1; go(url()); }
  function watch() {
    watching = !watching;
    watchButton.setAttribute('aria-pressed', String(watching));
    if (round) render();
  }

  /** Who wins the position that this ply left: 0 you, 1 it, 2 nobody. @param {string | null} outcome @param {number} ply */
  function lane(outcome, ply) {
    if (outcome !== 'N' && outcome !== 'P') return 2;
    // after `ply` moves it is the turn of the one who makes move `ply`
    const moverWins = outcome === 'N';
    return moverWins === mine(ply) ? 0 : 1;
  }
  function drawHistory() {
    const visible = watching || round.over;
    const entries = [{ outcome: round.start.outcome, value: round.start.value, loopy: round.start.loopy }, ...round.history];
    const pip = (/** @type {any} */ e) => h('span', { class: `pip${e.outcome === 'P' ? ' zero' : e.outcome === 'D' ? ' drawn' : ''}` }, e.value ?? (e.loopy ? infinite(e.loopy) : e.outcome || '?'));
    const rows = entries.map((e, i) => {
      const where = lane(e.outcome, i), ply = i - 1, what = i === 0 ? h('span', { class: 'soft' }, t('start')) : [mine(ply) ? h('b', {}, t('you')) : t('it'), ' ', moveText(e, 24), e.slip ? h('i', {}, ` ${t('slip')}`) : null];
      return h('tr', { class: e.slip ? 'slip' : '', 'aria-current': i === plies.length && i ? 'step' : null }, h('td', { class: 'n' }, i || ''), h('td', { class: 'what' }, what),
        where === 2 ? h('td', { class: 'lane', colspan: 2 }, e.outcome ? pip(e) : '?') : [h('td', { class: 'lane' }, where === 0 ? pip(e) : null), h('td', { class: 'lane' }, where === 1 ? pip(e) : null)]);
    });
    const x = entries.map((e, i) => [28, 84, 56][lane(e.outcome, i)]);
    const lines = x.slice(1).map((to, i) => s('polyline', { class: to !== x[i] ? 'crossing' : '', points: `${x[i]},${i * ROW + ROW / 2} ${to},${(i + 1) * ROW + ROW / 2}` }));
    fill(lanes, h('div', { class: `track${visible ? '' : ' veiled'}`, 'aria-hidden': visible ? null : 'false' },
      h('table', { class: 'lanes' }, h('thead', {}, h('tr', {}, h('td'), h('td'), h('th', { class: 'lane', scope: 'col' }, t('you_win')), h('th', { class: 'lane', scope: 'col' }, t('it_wins')))), h('tbody', {}, visible ? rows : rows.map((r) => { r.querySelectorAll('.pip, i').forEach((n) => n.replaceChildren()); return r; }))),
      visible ? s('svg', { viewBox: `0 0 112 ${entries.length * ROW}`, 'aria-hidden': 'true' }, lines) : null),
    visible ? h('p', { class: 'small soft above3' }, t('lanes_words')) : null);
    lanes.scrollTop = lanes.scrollHeight;
  }
  function drawReview() {
    if (!round.over) { fill(review); fill(result); return; }
    const n = plies.length, lastMine = n > 0 && mine(n - 1), won = round.convention === 'misere' ? !lastMine : lastMine, list = slips();
    fill(result, h('div', { class: 'result' }, h('p', {}, n === 0 ? t('nothing_to_play') : won ? t('you_won') : t('it_won')), h('span', { class: 'note soft' }, t('moves_slips', n, list.length))));
    fill(review, list.length ? [h('h2', { class: 'below' }, t('better')), h('ol', { class: 'slips' }, list.map(([ply, i], k) => h('li', { 'aria-current': looked && k === shown ? 'true' : null },
      h('button', { class: 'pick', type: 'button', 'data-pick': k, on: { click: () => look(k) } }, h('b', {}, t('move_n', i + 1)), ' ', t('you_played', moveText(ply, 34)), ply.value !== null && ply.value !== undefined ? t('and_left', ply.value) : '', h('br'), h('span', { class: 'note' }, dot('P'), ' ', t('better_move'), ' ', h('code', {}, ply.better ? short(ply.better, 44) : '?'))),
      h('button', { class: 'button small', type: 'button', 'data-at': i, on: { click: () => { plies.length = i; go(url()); } } }, t('play_on')))))]
      : n ? h('p', { class: 'note soft' }, t('no_slips')) : null);
  }
  /** Looks at the position before a slip. @param {number} k */
  async function look(k) {
    shown = k;
    const [ply, i] = slips()[k];
    try {
      const before = await ask(plies.slice(0, i), false);
      looked = { scene: before.scene, ply: i, best: ply.best };
      render();
    } catch { /* the review stands without its board */ }
  }

  read();
  load();
  const resized = () => { if (round) render(); };
  addEventListener('resize', resized);
  return {
    close() { closed = true; clearTimeout(timer); control.abort(); removeEventListener('resize', resized); },
    update() { read(); chooser.write(text); load(); },
    key(/** @type {KeyboardEvent} */ event) {
      const act = { h: hint, u: undo, n: anew, s: watch }[event.key.toLowerCase()];
      if (!act) return false;
      act();
      return true;
    },
  };
}
