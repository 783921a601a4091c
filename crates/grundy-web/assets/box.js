// The one box: text with its words set apart, how it was read, and where it is wrong.
import { coded, fill, fresh, h } from './dom.js';
import { say, t } from './words.js';

/** Earlier texts, the newest last. @type {string[]} */
const earlier = [];

/** Games that are there, for whoever asked for one that is not. */
const THERE = ['nim(3,5,7)', 'kayles(9)', 'wythoff(4,7)'];

/** The pieces of a text, those inside `span` marked; places are counted in characters. @param {string} text @param {number[] | null} span */
function painted(text, span) {
  const out = [];
  let at = 0;
  for (const [piece] of text.matchAll(/[\p{L}_][\p{L}\p{N}_]*|\p{N}+|\s+|./gsu)) {
    const length = [...piece].length;
    const kind = /^[\p{L}_]/u.test(piece) ? 'name' : /^\p{N}/u.test(piece) ? 'number' : 'punct';
    const marked = span && at < span[1] && at + length > span[0];
    out.push(marked ? h('mark', {}, piece) : h('span', { class: kind }, piece));
    at += length;
  }
  if (span && span[0] >= at) out.push(h('mark', {}, '\u00a0'));
  return out;
}

/** The fault of a family where a game is wanted. @param {string} name */
export const noValue = (name) => `\`${name}\` is a parameter without a value`;
/** The parameter that has no value, if that is the fault; of a variable of a move the suggestion says more. @param {any} error @returns {string | undefined} */
export const parameter = (error) => (/; /.test(error?.suggestion || '') ? undefined : /^`([\p{L}_][\p{L}\p{N}_]*)` is a parameter without a value$/u.exec(error?.message || '')?.[1]);

/** What a press on the suggestion writes instead. @param {string} text @param {any} error @returns {string | null} */
function mended(text, error) {
  const letters = [...text], name = parameter(error);
  if (name) return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, 'gu'), '3');
  const fix = error.fixes?.[0];
  if (fix) return [...letters.slice(0, fix.span[0]), fix.insert, ...letters.slice(fix.span[1])].join('');
  const named = /^did you mean `([^`]+)`\?$/.exec(error.suggestion || '');
  if (!named || !error.span) return null;
  return [...letters.slice(0, error.span[0]), named[1], ...letters.slice(error.span[1])].join('');
}

/**
 * @param {{ text: string, label: string, change: (text: string) => void, enter?: (text: string) => void, play?: () => void }} options
 */
export function box(options) {
  const ids = { field: fresh('text'), read: fresh('read'), fault: fresh('fault') };
  const under = h('div', { class: 'under', 'aria-hidden': 'true' });
  const read = h('ul', { class: 'readas', id: ids.read });
  const fault = h('div', { id: ids.fault, role: 'status' });
  const area = h('textarea', {
    id: ids.field, rows: 1, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', autocorrect: 'off', enterkeyhint: 'go',
    'aria-describedby': `${ids.fault} ${ids.read}`, 'data-box': true,
  });
  const begin = h('button', { class: 'button main', type: 'button', on: { click: () => options.play?.() } }, t('play_it'), ' ', h('kbd', {}, 'Ctrl ↵'));
  const go = options.play ? h('div', { class: 'go' }, begin) : null;
  const node = h('div', { class: 'box' },
    h('div', { class: `field${go ? '' : ' bare'}` }, h('label', { class: 'hide', for: ids.field }, options.label), under, area, go),
    h('div', { class: 'echo' }, read, fault));
  let span = /** @type {number[] | null} */ (null), place = -1;

  function paint() { fill(under, painted(area.value, span), '\u200b'); }
  function remember() {
    const text = area.value.trim();
    if (text && earlier[earlier.length - 1] !== text) earlier.push(text);
    place = -1;
  }
  area.value = options.text;
  area.addEventListener('input', () => { span = null; paint(); options.change(area.value); });
  area.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.isComposing) {
      if (event.ctrlKey || event.metaKey) { event.preventDefault(); if (begin.disabled) return; remember(); options.play?.(); } else if (!event.shiftKey) { event.preventDefault(); remember(); options.enter?.(area.value); }
      return;
    }
    const up = event.key === 'ArrowUp', down = event.key === 'ArrowDown';
    if (!up && !down) return;
    // only from the first line upward and from the last one downward
    const before = area.value.slice(0, area.selectionStart), after = area.value.slice(area.selectionEnd);
    if ((up && before.includes('\n')) || (down && after.includes('\n')) || !earlier.length) return;
    if (place < 0) { if (down) return; if (earlier[earlier.length - 1] !== area.value.trim()) earlier.push(area.value.trim()); place = earlier.length - 1; }
    const next = place + (up ? -1 : 1);
    if (next < 0 || next >= earlier.length) return;
    event.preventDefault();
    place = next;
    area.value = earlier[place];
    span = null; paint(); options.change(area.value);
  });
  paint();

  return {
    node,
    focus() { area.focus(); area.setSelectionRange(area.value.length, area.value.length); },
    text: () => area.value,
    remember,
    /** Whether what stands there can be played. @param {boolean} can */
    playable(can) { begin.disabled = !can; },
    /** Another text, from elsewhere. @param {string} text */
    write(text) { area.value = text; span = null; paint(); },
    /** How each game was read. @param {any[]} readings */
    readAs(readings) {
      span = null; paint();
      node.classList.remove('wrong');
      fill(fault);
      read.hidden = false;
      fill(read, readings.map((r) => h('li', {}, h('code', {}, r.part || r.game), ' ', say(r))));
    },
    /** Where the text is wrong, in the place of how it was read. @param {any} error @param {boolean} stands does an old answer stand below? */
    wrong(error, stands) {
      span = error.span; paint();
      node.classList.add('wrong');
      read.hidden = true;
      const better = mended(area.value, error);
      const carets = span && !area.value.includes('\n') && area.clientWidth > 10 * [...area.value].length
        ? h('div', { class: 'caretline', 'aria-hidden': 'true' }, ' '.repeat(span[0]) + '^'.repeat(Math.max(1, span[1] - span[0]))) : null;
      fill(fault, carets, h('div', { class: 'fault' }, h('span', {}, parameter(error) ? t('give_value', parameter(error)) : coded(say(error.say) || error.message)),
        better !== null ? h('button', { class: 'button small', type: 'button', 'data-fix': true, on: { click: () => { this.write(better); options.change(better); area.focus(); } } }, parameter(error) ? null : [t('did_you_mean'), ' '], h('code', {}, error.fixes?.[0]?.insert || (!parameter(error) && /`([^`]+)`/.exec(error.suggestion)?.[1]) || better), parameter(error) ? null : '?')
          : error.suggestion ? h('span', { class: 'soft note' }, coded(say(error.say_suggestion) || error.suggestion)) : null,
        error.kind === 'unsupported' ? h('span', { class: 'soft note' }, t('there_are'), ' ', THERE.map((game) => [h('a', { href: `/#${encodeURIComponent(game)}` }, h('code', {}, game)), ' '])) : null,
        stands ? h('span', { class: 'soft note' }, t('old_answer')) : null));
    },
    /** A line under the text that is nobody's fault. @param {string} words */
    notice(words) { fill(fault, words ? h('p', { class: 'soft note' }, words) : null); },
  };
}
