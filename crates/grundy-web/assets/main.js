// Routes, keys, theme, language, and the frame around each page.
import { fill, h, s } from './dom.js';
import { chooseLanguage, isChinese, setLanguage, t } from './words.js';

/** @typedef {{ close?: () => void, update?: () => void, key?: (event: KeyboardEvent) => boolean | void, theme?: () => void }} Page */

const PAGES = /** @type {const} */ ([
  ['', 'ask', './ask.js'], ['games', 'games', './games.js'], ['play', 'play', './play.js'],
  ['explore', 'explore', './explore.js'], ['graph', 'graph', './graph.js'], ['learn', 'learn', './learn.js'],
]);

/** The text after `#`, as it was typed. */
export function hashText() {
  const raw = location.hash.slice(1);
  try { return decodeURIComponent(raw); } catch { return raw; }
}

/** Goes to a page of ours. @param {string} url @param {boolean} [replace] */
export function go(url, replace = false) {
  history[replace ? 'replaceState' : 'pushState'](null, '', url);
  route();
}

/** The name in the head of the window. @param {string} words */
export function title(words) {
  document.title = words ? `${words.slice(0, 80)} – grundy` : 'grundy';
}

let page = /** @type {Page} */ ({}), path = '', turn = 0;
const main = h('main', { id: 'main', tabindex: -1 });
const frame = h('div', { class: 'frame' });

async function route() {
  const here = location.pathname.split('/').filter(Boolean), mine = turn += 1;
  if (path === location.pathname && page.update) return page.update();
  const [, , file] = PAGES.find(([name]) => name === (here[0] || '')) || PAGES[0];
  page.close?.();
  page = {};
  path = location.pathname;
  // the frame is there before the page has come
  drawFrame();
  const module = await import(here[0] === 'games' && here[1] ? './game.js' : file);
  if (mine !== turn) return;
  main.replaceChildren();
  window.scrollTo(0, 0);
  page = module.open(main) || {};
}

/** Draws everything again, in the language of now. */
function again() { path = ''; route(); }

function theme() {
  const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  try { localStorage.setItem('theme', root.dataset.theme); } catch { /* nothing is kept */ }
  page.theme?.();
}
function language() {
  setLanguage(isChinese() ? 'en' : 'zh');
  const url = new URL(location.href);
  if (url.searchParams.has('lang')) { url.searchParams.delete('lang'); history.replaceState(null, '', url); }
  again();
}

const lettersOff = () => { try { return localStorage.getItem('letters') === 'off'; } catch { return false; } };

function keysDialog() {
  const rows = [['/', t('key_box')], ['↑ ↓', t('key_earlier')], ['Ctrl ↵', t('play_it')], ['1 … 9', t('key_moves')], ['← → ↑ ↓', t('key_board')],
    ['H U N', t('key_play')], ['S', t('key_values')], ['Esc', t('key_stop')], ['T L ?', t('key_theme')]];
  const letters = h('input', { type: 'checkbox', checked: !lettersOff(), on: { change: (/** @type {Event} */ e) => { try { localStorage.setItem('letters', /** @type {HTMLInputElement} */ (e.target).checked ? 'on' : 'off'); } catch { /* nothing is kept */ } } } });
  const dialog = h('dialog', { 'aria-labelledby': 'h-keys', on: { close: () => dialog.remove() } },
    h('h2', { id: 'h-keys', class: 'headline' }, t('keys')),
    h('div', { class: 'keys' }, rows.map(([keys, words]) => [h('span', {}, keys === 'Ctrl ↵' ? h('kbd', {}, keys) : keys.split(' ').map((k) => [h('kbd', {}, k), ' '])), h('span', {}, words)])),
    h('div', { class: 'row spread' }, h('label', { class: 'note row' }, letters, ' ', t('letters')), h('button', { class: 'button', type: 'button', on: { click: () => dialog.close() } }, t('close'))));
  document.body.append(dialog);
  dialog.showModal();
}

function drawFrame() {
  const first = path.split('/').filter(Boolean)[0] || '';
  const logo = s('svg', { viewBox: '0 0 36 12', 'aria-hidden': 'true' }, s('circle', { cx: 6, cy: 6, r: 5, fill: 'var(--stone)' }), s('circle', { cx: 18, cy: 6, r: 5, fill: 'var(--stone)' }),
    s('circle', { cx: 30, cy: 6, r: 4.6, fill: 'none', stroke: 'var(--previous)', 'stroke-width': 1.3, 'stroke-dasharray': '2.4 1.7' }));
  const half = s('svg', { viewBox: '0 0 18 18', 'aria-hidden': 'true' }, s('circle', { cx: 9, cy: 9, r: 7, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.4 }), s('path', { d: 'M9 2a7 7 0 0 1 0 14z', fill: 'currentColor' }));
  fill(frame,
    h('a', { class: 'skip', href: '#main', on: { click: (/** @type {Event} */ e) => { e.preventDefault(); main.focus(); } } }, t('skip')),
    h('header', { class: 'bar' }, h('div', {},
      h('a', { class: 'brand', href: '/', 'aria-label': `grundy, ${t('ask')}` }, logo, 'grundy'),
      h('nav', { 'aria-label': t('pages') }, PAGES.map(([name, key]) => h('a', { href: `/${name}`, 'aria-current': name === first ? 'page' : null }, t(key)))),
      h('div', { class: 'tools' },
        h('button', { class: 'tool', type: 'button', lang: isChinese() ? 'en' : 'zh', on: { click: language }, 'data-tool': 'language' }, isChinese() ? 'EN' : '中文'),
        h('button', { class: 'tool', type: 'button', 'aria-label': t('theme'), on: { click: theme }, 'data-tool': 'theme' }, half),
        h('button', { class: 'tool', type: 'button', 'aria-label': t('keys'), on: { click: keysDialog }, 'data-tool': 'keys' }, '?')))),
    main,
    h('footer', { class: 'foot' }, h('div', {}, h('span', {}, t('offline')))));
}

document.addEventListener('click', (event) => {
  const link = /** @type {Element} */ (event.target).closest?.('a[href^="/"]');
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(/** @type {string} */ (link.getAttribute('href')));
});
document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const typing = target.matches?.('input:not([type="checkbox"]):not([type="range"]), textarea, select, [contenteditable]');
  if (event.key === 'Escape' && !document.querySelector('dialog[open]') && page.key?.(event)) return;
  if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (event.key === '/') {
    event.preventDefault();
    const field = /** @type {HTMLElement | null} */ (document.querySelector('[data-box]'));
    if (field) field.focus(); else go('/');
    return;
  }
  if (lettersOff() && /^[a-z?]$/i.test(event.key)) return;
  if (page.key?.(event)) { event.preventDefault(); return; }
  if (event.key === '?') keysDialog();
  else if (event.key === 't') theme();
  else if (event.key === 'l') language();
});
addEventListener('popstate', route);
addEventListener('hashchange', route);

chooseLanguage();
// the frame that came with the page is drawn again, with its buttons
const first = document.querySelector('.frame.first');
if (first) first.replaceWith(frame); else document.body.append(frame);
route();
