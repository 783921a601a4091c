// The words of the page in two languages, and the sentences of the program, which bring both.
import en from './en.js';
import zh from './zh.js';

/** @typedef {'en' | 'zh'} Language */
/** @typedef {keyof typeof en} Key */

let language = /** @type {Language} */ ('en');

/** The language of the page: asked for, stored, or the browser's. */
export function chooseLanguage() {
  const asked = new URLSearchParams(location.search).get('lang');
  let stored = null;
  try { stored = localStorage.getItem('lang'); } catch { /* nothing is kept */ }
  const wanted = asked || stored || navigator.language || 'en';
  language = wanted.startsWith('zh') ? 'zh' : 'en';
  document.documentElement.lang = language;
}

/** @param {Language} wanted */
export function setLanguage(wanted) {
  language = wanted;
  document.documentElement.lang = wanted;
  try { localStorage.setItem('lang', wanted); } catch { /* nothing is kept */ }
}

export const isChinese = () => language === 'zh';
export const languageName = () => language;

/** The words under a key. @param {Key} key @param {...any} words @returns {string} */
export function t(key, ...words) {
  const entry = /** @type {any} */ (language === 'zh' ? zh : en)[key];
  return typeof entry === 'function' ? entry(...words) : entry;
}

/** A sentence of the program. @param {{en?: string, zh?: string} | string | null | undefined} sentence @returns {string} */
export function say(sentence) {
  if (!sentence) return '';
  if (typeof sentence === 'string') return sentence;
  return (language === 'zh' && sentence.zh) || sentence.en || '';
}

/** A sentence of a step or a finding, which has its Chinese beside the English. @param {any} told */
export const sentence = (told) => say({ en: told.text, zh: told.zh });

/** What an explanation comes to. @param {any} explanation */
export const conclusion = (explanation) => (explanation.concluded ? sentence(explanation.concluded) : explanation.conclusion);

/** A number with thin blanks; one of many digits loses its middle. @param {number | string} n */
export const count = (n) => String(n).replace(/^(\d{9})\d{24,}(\d{9})$/, '$1…$2').replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
