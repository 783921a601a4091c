// One game: always the same sections in the same order.
import * as api from './api.js';
import { playUrl } from './ask.js';
import { drawScene, line, told } from './board/scene.js';
import { coded, fill, h } from './dom.js';
import { named } from './games.js';
import { go, title } from './main.js';
import { evidence } from './marks.js';
import { finding } from './pods/law.js';
import { copy } from './pods/take.js';
import { grid } from './pods/values.js';
import { everyStep, stepNode } from './steps.js';
import { conclusion, isChinese, languageName, sentence, t } from './words.js';

const LANGUAGES = [['cpp', 'C++'], ['c', 'C'], ['python', 'Python'], ['rust', 'Rust'], ['java', 'Java']];
/** Values that are shown. */
const LAST = 95;

/** @param {Element} host */
export function open(host) {
  const name = decodeURIComponent(location.pathname.split('/')[2] || '');
  const control = new AbortController(), { signal } = control;
  const sections = /** @type {Record<string, HTMLElement>} */ ({});
  const entry = (/** @type {string} */ key, /** @type {any} */ label) => {
    sections[key] = h('div');
    return h('section', { class: 'entry', 'data-entry': key }, h('h2', {}, label), sections[key]);
  };
  let redraw = () => {};
  const run = async () => {
    const game = await api.get(`describe/${encodeURIComponent(name)}`, signal);
    title(named(game));
    const other = isChinese() ? game.english : game.chinese;
    // it comes when the game has turned out to have a table
    const begin = h('a', { class: 'button main small', href: playUrl(game.example, null), 'data-play': true }, t('play')), explore = h('a', { class: 'button small', hidden: true, 'data-explore': true }, t('explore'));
    fill(host, h('div', { class: 'title' }, h('h1', {}, named(game)), h('code', { class: 'soft' }, game.name), h('span', { class: 'soft note' }, [other, ...game.aliases, ...game.other_names].filter(Boolean).join(' · ')),
      game.built ? h('span', { class: 'row' }, begin, h('a', { class: 'button small', href: `/#${encodeURIComponent(game.example)}` }, t('ask')), explore) : null),
    entry('rule', t('rule')), game.built ? [entry('board', t('board')), entry('values', t('values')), entry('law', t('law')), entry('why', t('why')), entry('equal', t('equal_games'))] : null,
    entry('problems', t('problems')), entry('references', t('references')), game.built ? entry('code', t('code')) : null, entry('also', t('see_also')));
    fill(sections.rule, h('p', { class: 'rule' }, (isChinese() && game.rule_chinese) || game.rule_english),
      h('p', { class: 'note soft above2' }, h('code', {}, game.signature), game.definition ? [' · ', h('code', {}, game.definition)] : null), game.built ? null : h('p', { class: 'notice above3' }, t('not_built')));
    list(sections.problems, game.problems);
    list(sections.references, game.references);
    api.get('list', signal).then((all) => {
      const near = all.games.filter((/** @type {any} */ g) => g.group === game.group && g.name !== game.name && g.built).slice(0, 8);
      fill(sections.also, h('p', { class: 'links' }, near.map((/** @type {any} */ g) => h('a', { href: `/games/${encodeURIComponent(g.name)}` }, named(g))), h('a', { href: `/learn/${LESSONS[game.group] || 1}` }, t('lesson', LESSONS[game.group] || 1))));
    });
    if (game.built) await parts(game, begin, explore);
  };
  /** @param {any} game @param {HTMLAnchorElement} begin @param {HTMLAnchorElement} explore */
  async function parts(game, begin, explore) {
    const known = /** @type {any} */ ({ tables: [], periods: [], guesses: [] });
    for (const key of ['values', 'law', 'why', 'equal', 'code', 'board']) fill(sections[key], h('p', { class: 'soft note' }, '…'));
    await api.stream('ask', { text: game.example, lang: languageName(), line: line(sections.board) }, signal, (kind, object) => {
      if (kind === 'table') {
        known.tables.push(object);
        table(object);
        explore.href = `/explore#${encodeURIComponent(known.tables[0].game)}`;
        explore.hidden = false;
      } else if (kind === 'period') { known.periods.push(object); laws(known); } else if (kind === 'guess') { known.guesses.push(object); laws(known); }
      if (kind === 'read') begin.hidden = object.played === false;
      if (kind === 'scene') board(game, object, !begin.hidden);
      if (kind === 'solve') known.solve = object;
      if (kind === 'explain') reasons(object);
    });
    if (!known.tables.length) { fill(sections.values, h('p', { class: 'soft note' }, t('no_table'))); code(game, null); } else code(game, known.tables[0].game);
    laws(known);
    if (!sections.why.querySelector('.stack, .seen, table, p:not(.soft)')) fill(sections.why, h('p', { class: 'soft note' }, t('no_reason')));
    if (!sections.board.querySelector('svg')) fill(sections.board, h('p', { class: 'soft note' }, h('code', {}, game.example)));
  }
  /** @param {any} game @param {any} scene @param {boolean} played */
  function board(game, scene, played) {
    const place = h('div', { class: 'board' }, ''), words = h('p', { class: 'note soft', role: 'status' });
    fill(sections.board, h('div', { class: 'pairs' }, h('div', {}, place), h('div', { class: 'stack' }, h('p', { class: 'note' }, t(played ? 'press_board' : 'not_played')), h('p', { class: 'under-board' }, h('code', {}, game.example)), words)));
    redraw = () => drawScene(place, scene, {
      play: played ? (index) => go(playUrl(game.example, index)) : undefined,
      hover: (way) => { words.textContent = way ? `${told(scene, way)} → ${way.value === null || way.value === undefined ? way.outcome || '' : t('value_is', way.value)}` : ''; },
    });
    redraw();
  }
  /** @param {any} first */
  async function table(first) {
    if (sections.values.querySelector('table')) return;
    if (Array.isArray(first.values?.[0])) {
      fill(sections.values, h('p', { class: 'note soft below' }, t('two_coordinates'), ' · ', h('a', { href: `/explore#${encodeURIComponent(first.game)}` }, t('explore_link'))), grid(first, []));
      return;
    }
    const whole = await api.ask('table', { text: first.game, to: LAST }, signal).catch(() => first), list = whole.values?.length ? whole.values : first.values || [];
    const out = h('output', { class: 'num' }), body = h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('values_to', list.length - 1) });
    const same = list.filter((/** @type {any} */ g, /** @type {number} */ n) => g === n).length > list.length / 3;
    const wide = h('input', { id: 'wide', type: 'range', min: 4, max: 24, step: 1, value: host.clientWidth < 600 ? 8 : 16, on: { input: () => draw() } });
    function draw() {
      const width = Number(wide.value);
      out.textContent = String(width);
      const rows = [];
      for (let n = 0; n < list.length; n += width) rows.push(h('tr', {}, h('th', { scope: 'row' }, n), list.slice(n, n + width).map((/** @type {any} */ g, /** @type {number} */ i) => h('td', { class: g === 0 ? 'zero' : same && g !== n + i ? 'off' : '' }, g ?? '∞'))));
      fill(body, h('table', { class: 'wrapped' }, h('caption', { class: 'hide' }, t('values')), h('thead', {}, h('tr', {}, h('td'), Array.from({ length: width }, (_, i) => h('th', { scope: 'col' }, i)))), h('tbody', {}, rows)));
    }
    fill(sections.values, h('div', { class: 'width' }, h('label', { for: 'wide' }, t('width')), wide, out, same ? h('span', {}, t('shaded')) : null, h('a', { href: `/explore#${encodeURIComponent(first.game)}` }, t('explore_link'))), body);
    draw();
  }
  /** @param {any} known */
  function laws(known) {
    const findings = known.guesses.flatMap((/** @type {any} */ g) => g.findings || []).filter((/** @type {any} */ f) => f.kind !== 'equal-game').slice(0, 12);
    const period = known.periods.find((/** @type {any} */ p) => p.found), e = period ? evidence(period.evidence) : null;
    const told = findings.some((/** @type {any} */ f) => f.kind === 'period');
    fill(sections.law, findings.length || period ? h('ul', { class: 'list' }, period && e && !told ? h('li', {}, h('span', { class: 'kind' }, h('b', {}, t('k_period')), e.seal), h('div', {}, h('span', { class: 'note' }, t('period_from', period.period, period.preperiod, period.saltus)), e.reason)) : null, findings.map((/** @type {any} */ f) => finding(f))) : h('p', { class: 'soft note' }, t('no_law')));
    const equal = [...known.periods.flatMap((/** @type {any} */ p) => p.equal || []).map((/** @type {any} */ q) => q.name || q.game), ...known.guesses.flatMap((/** @type {any} */ g) => g.findings || []).filter((/** @type {any} */ f) => f.kind === 'equal-game').map((/** @type {any} */ f) => sentence(f))];
    list(sections.equal, [...new Set(equal)]);
  }
  /** @param {any} explanation */
  function reasons(explanation) {
    const steps = explanation.steps.filter((/** @type {any} */ s) => s.kind !== 'say');
    const chosen = steps.find((/** @type {any} */ s) => s.kind === 'mex' && s.options.length < 40) || steps.find((/** @type {any} */ s) => s.kind !== 'choose');
    const all = h('details', {}, h('summary', { class: 'note' }, t('every_step')), everyStep(explanation));
    fill(sections.why, h('div', { class: 'stack narrow note' }, chosen ? stepNode(chosen) : null, h('p', {}, conclusion(explanation)), all));
  }
  /** @param {any} game @param {string | null} text */
  function code(game, text) {
    const subject = text || (/^[a-z]\w*$/.test(game.name) ? game.name : null), out = h('pre', { class: 'code', tabindex: 0 }, '…');
    if (!subject) { fill(sections.code, h('p', { class: 'soft note' }, t('no_code'))); return; }
    const button = h('button', { class: 'button small', type: 'button', on: { click: () => copy(button, out.textContent || '') } }, t('copy'));
    const tabs = LANGUAGES.map(([id, label]) => h('button', { type: 'button', 'aria-pressed': String(id === 'cpp'), on: { click: () => pick(id) } }, label));
    async function pick(/** @type {string} */ lang) {
      tabs.forEach((tab, i) => tab.setAttribute('aria-pressed', String(LANGUAGES[i][0] === lang)));
      try { out.textContent = (await api.ask('emit', { text: subject, lang }, signal)).code; } catch (fault) { if (!signal.aborted) fill(sections.code, h('p', { class: 'soft note' }, coded(/** @type {Error} */ (fault).message || t('no_code')))); }
    }
    fill(sections.code, h('div', { class: 'row spread' }, h('div', { class: 'seg', role: 'group', 'aria-label': t('code') }, tabs), button), out);
    pick('cpp');
  }
  run().catch((fault) => {
    if (signal.aborted) return;
    fill(host, h('h1', {}, name), h('p', { class: 'notice above4' }, coded(fault.message || t('gone'))), h('p', { class: 'above4' }, h('a', { href: '/games' }, t('games'))));
  });
  const resized = () => redraw();
  addEventListener('resize', resized);
  return { close() { control.abort(); removeEventListener('resize', resized); } };
}

const LESSONS = /** @type {Record<string, number>} */ ({ heaps: 2, 'fixed-arity': 6, rows: 7, boards: 3, coins: 7, compounds: 8 });

/** @param {Element} host @param {string[]} lines */
function list(host, lines) {
  fill(host, lines.length ? h('ul', { class: 'plain note' }, lines.map((l) => h('li', {}, l))) : h('p', { class: 'soft note' }, '–'));
}
