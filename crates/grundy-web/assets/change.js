// A move in few letters: `kayles 9 → 2 + 6`. What does not fit loses first the name, then what stays as it was.
import { t } from './words.js';

/** A long position loses its middle. @param {string} text */
export function short(text, most = 26) {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 9).join('')} … ${letters.slice(-7).join('')}`;
}

/** The name of a position, and what stands in its last parentheses. @param {string} text @returns {[string, string] | null} */
function parts(text) {
  if (!text.endsWith(')')) return null;
  let depth = 0, quoted = false;
  for (let i = text.length - 1; i >= 0; i--) {
    if (text[i] === '"') quoted = !quoted;
    if (quoted) continue;
    if (')]}'.includes(text[i])) depth += 1;
    if ('([{'.includes(text[i])) depth -= 1;
    if (!depth) return text[i] === '(' ? [text.slice(0, i), text.slice(i + 1, -1)] : null;
  }
  return null;
}

/** The board in quotes, an empty one of `3x3` written out. @param {string} inner */
function board(inner) {
  const rows = /^"([^"]*)"$/s.exec(inner)?.[1], size = /^(\d+)x(\d+)$/.exec(rows || '');
  return size && Number(size[1]) * Number(size[2]) < 400 ? Array(Number(size[1])).fill('.'.repeat(Number(size[2]))).join('|') : rows;
}

/** The things of a list; commas within parentheses part nothing. @param {string} text @param {string} sign */
function things(text, sign) {
  const out = [''];
  let depth = 0;
  for (const c of text) {
    depth += '([{'.includes(c) ? 1 : ')]}'.includes(c) ? -1 : 0;
    if (c === sign && !depth) out.push(''); else out[out.length - 1] += c;
  }
  return out.map((one) => one.trim());
}

/** A list without the things of another, each taken out once. @param {string[]} all @param {string[]} gone */
function without(all, gone) {
  const rest = [...gone];
  return all.filter((one) => { const at = rest.indexOf(one); if (at >= 0) rest.splice(at, 1); return at < 0; });
}

/** Two lists without what both begin and end with. @param {string[]} a @param {string[]} b @returns {[string[], string[], number, boolean]} */
function apart(a, b) {
  let from = 0, same = 0;
  const least = Math.min(a.length, b.length);
  while (from < least && a[from] === b[from]) from += 1;
  while (same < least - from && a[a.length - 1 - same] === b[b.length - 1 - same]) same += 1;
  // something is left of either
  if (from && least - same <= from) from -= 1;
  return [a.slice(from, a.length - same), b.slice(from, b.length - same), from, same > 0];
}

/** What a move changes: the name of both, and the two texts, whole and cut. @param {string} from @param {string} to */
function change(from, to) {
  const a = parts(from), b = parts(to);
  if (!a || !b || a[0] !== b[0]) return null;
  const now = board(b[1]), before = board(a[1]), boards = now !== undefined && before !== undefined;
  const whole = boards ? [before, now] : [a[1], b[1]], sign = !boards ? ',' : ['|', ','].find((c) => before.includes(c) || now.includes(c));
  if (!sign) return { name: a[0], whole, cut: whole, where: '' };
  const [old, left] = whole.map((text) => things(text.replace(/^[a-z]+:/, ''), sign));
  // edges that go: what is left may stand in another order
  if (boards && sign === ',' && left.every((one) => !one || old.includes(one))) return { name: a[0], whole, cut: [`− ${without(old, left).join(', ')}`], where: '' };
  const [x, y, at, more] = apart(old, left), rows = sign === '|' && x.length === y.length;
  const join = (/** @type {string[]} */ all) => (rows ? all.join('|') : `${at ? '… ' : ''}${all.join(`${sign} `)}${more ? ' …' : ''}`);
  return { name: a[0], whole, cut: [join(x), join(y)], where: rows ? `${x.length > 1 ? t('rows_n', at + 1, at + x.length) : t('row_n', at + 1)}: ` : '' };
}

/** A move in at most so many letters. @param {any} m */
export function moveText(m, most = 44) {
  const c = change(m.from, m.to);
  if (!c) return short(`${m.from} → ${m.to}`, most);
  const [before, now] = c.whole, name = c.name.length <= 14 && c.name !== 'graph' ? `${c.name} ` : '';
  const what = `${before} → ${/^\d+$/.test(before) ? now.split(', ').join(' + ') : now}`;
  return [name + what, what, `${c.where}${c.cut.join(' → ')}`].find((text) => [...text].length <= most) || short(`${c.where}${c.cut.join(' → ')}`, most);
}

/** Options so that they are told apart: where one is long, all stand without their name. @param {string} from @param {string[]} options @returns {string[]} */
export function optionTexts(from, options) {
  if (options.every((to) => [...to].length <= MOST)) return options;
  // in misère play a move of a sum is told: what it begins with, and what comes of it
  const moves = options.map((to) => (to.includes(' → ') ? to.split(' → ') : [from, to])), alike = moves.every(([before]) => before === moves[0][0]);
  return moves.map(([before, to]) => {
    const c = change(before, to);
    if (!c) return short(alike ? to : `${before} → ${to}`, MOST);
    if (!alike) return moveText({ from: before, to }, MOST);
    return [...c.whole[1]].length <= MOST ? c.whole[1] : short(`${c.where}${c.cut[c.cut.length - 1]}`, MOST);
  });
}
const MOST = 32;
