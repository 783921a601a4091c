// Who wins, the value, and how far that is proved.
import { h } from '../dom.js';
import { evidence, mark } from '../marks.js';
import { infinite } from '../steps.js';
import { count, say, t } from '../words.js';

/** A longer number loses its middle. */
const MOST = 60;
const shortNumber = (/** @type {string} */ n) => (n.length > MOST && /^\d+$/.test(n) ? [`${n.slice(0, 24)} … ${n.slice(-12)} `, h('span', { class: 'note soft' }, t('digits', n.length))] : n);

/** @param {any} solve @param {{ more?: () => void, period?: () => void }} actions */
export function verdict(solve, actions) {
  const { seal, reason } = evidence(solve.evidence);
  if (solve.unknown || solve.unknown_set) {
    const numbers = solve.unknown_set || (solve.unknown.length ? solve.unknown.join(', ') : t('none'));
    return h('section', { class: 'pod wide first', 'data-pod': 'verdict' }, h('h2', { class: 'hide' }, t('verdict')),
      h('div', { class: 'verdict' }, h('div', { class: 'who' }, mark('P'), h('div', {}, h('p', { role: 'status' }, `? = ${numbers}`), seal, h('div', { class: 'soft note' }, t('unknown_words')))), null), reason,
      solve.complete ? null : h('p', { class: 'notice above4' }, t('not_all')));
  }
  if (!solve.outcome) {
    const spent = solve.budget || {};
    return h('section', { class: 'pod wide first', 'data-pod': 'verdict' }, h('h2', { class: 'hide' }, t('verdict')),
      h('div', { class: 'verdict' }, h('div', { class: 'who' }, mark(null), h('div', {}, h('p', { role: 'status' }, t('not_known')), h('span', { class: 'soft note' }, spent.spent === 'memory' ? t('spent_memory') : t('spent_time'))))),
      h('div', { class: 'notice above4' }, h('div', { class: 'row spread' },
        h('span', {}, [spent.engine === 'none' ? null : spent.engine, solve.cost?.nodes ? t('steps', count(solve.cost.nodes)) : null, solve.cost ? `${solve.cost.seconds.toFixed(1)} s` : null, spent.needed ? t('needs', say({ en: spent.needed, zh: spent.needed_zh })) : null].filter(Boolean).join(' · '),
          solve.excluded?.length ? h('span', {}, ' · ', t('excluded'), ' ', solve.excluded.join(', ')) : null),
        h('span', { class: 'row' }, h('button', { class: 'button small', type: 'button', 'data-more': true, on: { click: actions.more } }, t('go_on'))))));
  }
  const words = { N: 'wins', P: 'loses', D: 'draw' }[/** @type {'N'} */ (solve.outcome)];
  const value = solve.value !== null && solve.value !== undefined ? solve.value : solve.loopy ? infinite(solve.loopy) : solve.value_status === 'loony' ? t('loony') : null;
  const why = solve.convention === 'misere' ? t('no_value_misere') : solve.value_status === 'not_computed' ? t('no_value_law') : '';
  const kind = { N: 'P', P: 'N', D: 'D' };
  return h('section', { class: 'pod wide first', 'data-pod': 'verdict', 'data-outcome': solve.outcome, 'data-kind': kind[/** @type {'N'} */ (solve.outcome)] }, h('h2', { class: 'hide' }, t('verdict')),
    h('div', { class: 'verdict' }, h('div', { class: 'who' }, mark(solve.outcome), h('div', {}, h('p', { role: 'status' }, t(/** @type {'wins'} */ (words))), seal)),
      h('div', { class: 'value' }, h('span', { class: 'label' }, t('value_label')), value !== null ? h('b', { class: String(value).length > 12 ? 'long' : '', title: String(value).length > MOST ? String(value) : null }, shortNumber(String(value))) : h('span', { class: 'note soft block' }, why || '–'))),
    reason, solve.strategy ? h('p', { class: 'note above3' }, say({ en: solve.strategy, zh: solve.strategy_zh })) : null, solve.guess ? h('p', { class: 'note above3 soft' }, t('guess'), ': ', say({ en: solve.guess, zh: solve.guess_zh })) : null);
}
