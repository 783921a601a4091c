// What can be taken away: the link, the object, LaTeX, a program in five languages, the command line.
import * as api from '../api.js';
import { coded, fill, h } from '../dom.js';
import { languageName, t } from '../words.js';

const LANGUAGES = [['cpp', 'C++'], ['c', 'C'], ['python', 'Python'], ['rust', 'Rust'], ['java', 'Java']];

/** Puts text on the clipboard, and says so on the button. @param {HTMLElement} button @param {string} text */
export async function copy(button, text) {
  const before = button.textContent || '';
  try { await navigator.clipboard.writeText(text); button.textContent = t('copied'); } catch { button.textContent = t('not_copied'); }
  setTimeout(() => { button.textContent = before; }, 1500);
}

/** The link to a text without language and theme. @param {string} text */
export const linkTo = (text) => `${location.origin}/#${encodeURIComponent(text)}`;

/** Is there a program of the game? Asked once. @type {Map<string, Promise<boolean>>} */
const emitted = new Map();
/** @param {string} game */
function isEmitted(game) {
  const known = emitted.get(game) || api.ask('emit', { text: game, lang: 'cpp' }).then((answer) => Boolean(answer.code), (fault) => { if (!(fault instanceof api.Refused)) emitted.delete(game); return false; });
  if (emitted.size > 200) emitted.clear();
  emitted.set(game, known);
  return known;
}

/** A game with a table is emitted; of any other it is asked. @param {string} text @param {any} solve @param {string | null} game @param {string | null} other */
export function take(text, solve, game, other = null) {
  const panel = h('div', { class: 'above4', hidden: true });
  const show = (/** @type {string} */ code) => {
    const button = h('button', { class: 'button small', type: 'button', on: { click: () => copy(button, code) } }, t('copy'));
    panel.hidden = false;
    fill(panel, h('div', { class: 'row spread below' }, button), h('pre', { class: 'code', tabindex: 0 }, code));
  };
  const fetched = (/** @type {string} */ verb, /** @type {any} */ body, /** @type {string} */ key) => async () => {
    try { show((await api.ask(verb, body))[key]); } catch (fault) { panel.hidden = false; fill(panel, h('p', { class: 'note soft' }, coded(/** @type {Error} */ (fault).message || t('gone')))); }
  };
  const small = (/** @type {string} */ words, /** @type {(e: Event) => void} */ click) => h('button', { class: 'button small', type: 'button', on: { click } }, words);
  const languages = (/** @type {string} */ of) => LANGUAGES.map(([lang, name]) => small(name, fetched('emit', { text: of, lang }, 'code'))), programs = h('span', { class: 'row', hidden: !game });
  if (game) fill(programs, languages(game)); else if (other) isEmitted(other).then((there) => { if (there) { fill(programs, languages(other)); programs.hidden = false; } });
  const quoted = text.replace(/'/g, "'\\''");
  return h('section', { class: 'pod wide', 'data-pod': 'take' }, h('header', {}, h('h2', {}, t('take_away'))),
    h('div', { class: 'row' },
      small(t('copy_link'), (e) => copy(/** @type {HTMLElement} */ (e.currentTarget), linkTo(text))),
      solve ? small('JSON', () => show(JSON.stringify(solve, null, 1))) : null,
      solve ? small('LaTeX', fetched('explain', { text, form: 'latex', lang: languageName() }, 'latex')) : null,
      programs,
      h('code', { class: 'small soft command' }, `grundy '${quoted}'`)), panel);
}
