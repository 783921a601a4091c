// Games: the whole catalogue by groups, and a word to find one.
import * as api from './api.js';
import { fill, h } from './dom.js';
import { title } from './main.js';
import { isChinese, t } from './words.js';

const GROUPS = /** @type {const} */ (['heaps', 'fixed-arity', 'rows', 'boards', 'coins', 'compounds']);

/** What a game is called. @param {any} game */
export const named = (game) => (isChinese() && game.chinese) || game.english;

/** @param {Element} host */
export function open(host) {
  title(t('games'));
  const control = new AbortController(), list = h('div', { class: 'above4' });
  const field = h('input', { type: 'search', placeholder: t('find_game'), 'aria-label': t('find_game'), spellcheck: 'false', 'data-box': true, on: { input: () => draw() } });
  fill(host, h('div', { class: 'row spread' }, h('h1', {}, t('games')), field), list);
  let games = /** @type {any[]} */ ([]);
  function draw() {
    const word = field.value.trim().toLowerCase();
    const fits = (/** @type {any} */ g) => !word || [g.name, g.english, g.chinese, g.rule_english, g.rule_chinese, ...g.aliases, ...g.other_names].some((n) => String(n).toLowerCase().includes(word));
    const found = games.filter((g) => g.built && fits(g));
    fill(list, found.length ? null : h('p', { class: 'soft' }, t('no_game')), GROUPS.map((group) => {
      const members = found.filter((g) => g.group === group);
      if (!members.length) return null;
      return h('section', { class: 'entry' }, h('h2', {}, t(`g_${group}`)), h('ul', { class: 'catalogue' }, members.map((g) => h('li', {},
        h('a', { href: `/games/${encodeURIComponent(g.name)}` }, named(g)), h('span', { class: 'note soft' }, (isChinese() && g.rule_chinese) || g.rule_english), h('code', { class: 'small' }, g.example)))));
    }));
  }
  api.get('list', control.signal).then((object) => { games = object.games; draw(); }, (fault) => { if (!control.signal.aborted) fill(list, h('p', { class: 'soft' }, fault.message || t('gone'))); });
  return { close: () => control.abort() };
}
