// Learn: a course of eight lessons, each with an exercise and a live box.
import * as api from './api.js';
import { asking, playUrl } from './ask.js';
import { fill, h, s } from './dom.js';
import lessons from './lessons.js';
import { go, title } from './main.js';
import { say, t } from './words.js';

/** @returns {Set<number>} the lessons whose exercises were solved */
function done() {
  try { return new Set(JSON.parse(localStorage.getItem('lessons') || '[]')); } catch { return new Set(); }
}
/** @param {number} n */
function finish(n) {
  const all = done();
  all.add(n);
  try { localStorage.setItem('lessons', JSON.stringify([...all])); } catch { /* nothing is kept */ }
}

/** @param {Element} host */
export function open(host) {
  const asked = location.pathname.split('/')[2] || '1', number = /^\d+$/.test(asked) ? Number(asked) : 0, lesson = lessons[number - 1], finished = done();
  const control = new AbortController();
  if (!lesson) {
    title(t('learn'));
    fill(host, h('div', { class: 'stack' }, h('h1', {}, t('learn')), h('p', { class: 'notice' }, t('no_lesson')), h('ol', { class: 'steps stack' }, lessons.map((l, i) => h('li', {}, h('a', { href: `/learn/${i + 1}` }, say(l.name)))))));
    return {};
  }
  title(say(lesson.name));
  let open = lesson.exercises.length;
  const solved = () => { open -= 1; if (!open) finish(number); };
  const live = h('div'), next = lessons[number], before = lessons[number - 2];
  fill(host, h('div', { class: 'course' },
    h('nav', { 'aria-label': t('course') }, h('ol', {}, lessons.map((l, i) => h('li', { class: finished.has(i + 1) && i + 1 !== number ? 'done' : '', 'aria-current': i + 1 === number ? 'step' : null }, h('a', { href: `/learn/${i + 1}` }, say(l.name)))))),
    h('article', { class: 'stack' }, h('h1', {}, say(lesson.name)), lesson.text.map((p) => h('p', {}, say(p))),
      lesson.exercises.map((e) => (e.kind === 'tape' ? tape(e, control.signal, solved) : choice(e, solved))),
      h('section', { class: 'try' }, h('h2', {}, t('try_it')), live),
      h('div', { class: 'row spread turnpage' }, before ? h('a', { class: 'button', href: `/learn/${number - 1}` }, `← ${say(before.name)}`) : h('span'), next ? h('a', { class: 'button main', href: `/learn/${number + 1}` }, `${say(next.name)} →`) : h('a', { class: 'button main', href: '/games' }, t('games'))))));
  host.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  const box = asking(live, { text: lesson.box, small: true, play: (text, move) => go(playUrl(text, move)) });
  return { close() { control.abort(); box.close(); }, key: box.key };
}

/** A question with answers to press. @param {any} exercise @param {() => void} solved */
function choice(exercise, solved) {
  const told = h('p', { class: 'asking', role: 'status' });
  let open = true;
  const buttons = exercise.answers.map((/** @type {string} */ answer, /** @type {number} */ i) => h('button', { class: 'button answer', type: 'button', on: { click: () => {
    fill(told, i === exercise.right ? [h('b', {}, t('right')), ' ', say(exercise.why)] : t('not_right'));
    buttons.forEach((/** @type {Element} */ b, /** @type {number} */ k) => b.setAttribute('aria-pressed', String(k === i)));
    if (i === exercise.right && open) { open = false; solved(); }
  } } }, answer));
  return h('section', { class: 'exercise' }, h('h2', {}, say(exercise.ask)), h('div', { class: 'answers', role: 'group', 'aria-label': t('your_answer') }, buttons), told);
}

/** A table of values to fill in, from the program's own. @param {any} exercise @param {AbortSignal} signal @param {() => void} solved */
function tape(exercise, signal, solved) {
  const strip = h('div', { class: 'tape', tabindex: 0, role: 'region', 'aria-label': t('table_of_values') }), asking = h('p', { class: 'asking', role: 'status', 'aria-live': 'polite' }), answers = h('div', { class: 'answers', role: 'group', 'aria-label': t('your_answer') });
  let values = /** @type {number[]} */ ([]), n = 1, wrong = /** @type {number | null} */ (null);
  function draw() {
    const W = 46, H = 104, options = exercise.moves.filter((/** @type {number} */ k) => k <= n).map((/** @type {number} */ k) => n - k), x = (/** @type {number} */ i) => i * W + W / 2 + 2, parts = /** @type {any[]} */ ([]);
    const over = n >= values.length;
    if (!over) for (const o of options) {
      const a = x(n), b = x(o), up = 12 + (n - o) * 8;
      parts.push(s('path', { d: `M${a} 50 C${a} ${50 - up} ${b} ${50 - up} ${b} 50` }), s('path', { d: `M${b - 4} 43 L${b} 50 L${b + 4} 43` }));
    }
    values.forEach((v, i) => parts.push(s('rect', { class: i === n ? 'ask' : !over && options.includes(i) ? 'opt' : '', x: i * W + 4, y: 52, width: W - 4, height: 34, rx: 6 }),
      s('text', { class: i < n && v === 0 ? 'zero' : '', x: x(i), y: 75 }, i < n ? v : i === n ? '?' : ''), s('text', { class: 'idx', x: x(i), y: 100 }, i)));
    const width = values.length * W + 4;
    fill(strip, s('svg', { width, height: H, viewBox: `0 0 ${width} ${H}`, role: 'img', 'aria-label': t('table_of_values') }, parts));
    if (over) { fill(asking, t('tape_done')); fill(answers); return; }
    const have = [...new Set(options.map((/** @type {number} */ o) => values[o]))].sort((a, b) => a - b);
    fill(asking, options.length ? [t('asking', n, options.join(t('comma'))), ' ', have.map((v) => [h('code', {}, v), ' '])] : t('no_options', n),
      wrong === null ? t('which_missing') : have.includes(wrong) ? t('is_among', wrong) : t('smaller_too', wrong));
    fill(answers, [0, 1, 2, 3, 4].map((v) => h('button', { class: 'button', type: 'button', 'data-v': v, on: { click: () => {
      if (v === values[n]) { n += 1; wrong = null; if (n >= values.length) solved(); } else wrong = v;
      draw();
      /** @type {HTMLElement | null} */ (answers.querySelector(`[data-v="${v}"]`))?.focus();
    } } }, v)));
  }
  api.ask('table', { text: exercise.game, to: exercise.to }, signal).then((table) => { values = table.values; draw(); }, () => { if (!signal.aborted) fill(asking, t('gone')); });
  return h('section', { class: 'exercise' }, h('h2', {}, exercise.game), strip, asking, answers);
}
