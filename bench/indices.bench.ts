import { filterIndices, indexFilter, sortIndicesBy, type Index } from '#domain/console';
import { compare } from './measure.ts';
import { report, type Figure } from './report.ts';

const INDICES = 10_000;
/** A filter of one word, against the cheapest pass over the same names. */
const FILTER_BUDGET = 4;
/** Several terms over several fields: three passes at most, and the overhead of each. */
const TERMS_BUDGET = 12;
/** A sort, which is made once for each answer. */
const SORT_BUDGET = 4;

function manyIndices(): readonly Index[] {
  return Array.from({ length: INDICES }, (_, at) => ({
    name: `logs-${['app', 'web', 'db', 'audit'][at % 4]}-2026.${String((at % 12) + 1).padStart(2, '0')}-${at}`,
    health: ['green', 'green', 'yellow'][at % 3] ?? 'green',
    status: at % 9 === 0 ? 'close' : 'open',
    documents: (at * 7_919) % 1_000_000,
    size: (at * 104_729) % 5_000_000_000,
    isFrozen: at % 50 === 0,
    hidden: false,
    aliases: [`current-${at % 7}`],
    data_stream: `logs-${at % 40}`,
  }));
}

/** What one key in the filter costs, and one answer of the cluster. */
export function benchIndices(): readonly Figure[] {
  const indices = manyIndices();
  const names = indices.map(({ name }) => name.toLowerCase());
  const includes = (text: string) => () => names.filter((name) => name.includes(text)).length;
  const filtered = (text: string) => () => filterIndices(indices, indexFilter(text)).length;
  if (filtered('app')() !== includes('app')()) throw new Error('The filter does not find what includes finds.');
  const against = 'includes over the names';
  const collator = new Intl.Collator('en', { numeric: true });
  const plainSort = () => names.toSorted(collator.compare);
  return report(`A list of ${INDICES.toLocaleString('en')} indices`, [
    { what: 'filter by a word', against, ...compare(includes('app'), filtered('app')), budget: FILTER_BUDGET },
    {
      what: 'filter by a pattern',
      against,
      ...compare(includes('app'), filtered('logs-*-2026.1*')),
      budget: FILTER_BUDGET,
    },
    {
      what: 'filter by terms',
      against,
      ...compare(includes('app'), filtered('health:green -status:close size:>1gb app')),
      budget: TERMS_BUDGET,
    },
    {
      what: 'sort by name',
      against: 'the names by the same collator',
      ...compare(plainSort, () => sortIndicesBy(indices, [{ column: 'name', order: 'asc' }])),
      budget: SORT_BUDGET,
    },
    {
      what: 'sort by size, descending',
      against: 'the names by the same collator',
      ...compare(plainSort, () => sortIndicesBy(indices, [{ column: 'size', order: 'desc' }])),
      budget: SORT_BUDGET,
    },
  ]);
}
