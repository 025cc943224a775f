import { parseJson } from '#domain/json';
import { normalize } from '#domain/mapping';
import { realisticMappings } from '../tests/builders/realistic-tree.ts';
import { compare } from './measure.ts';
import { report, type Figure } from './report.ts';

/** `parseJson` and `normalize` together, against JSON.parse. */
const BUDGET = 8;

/** From a text to the normalized set. */
export function benchLoad(): readonly Figure[] {
  const figures = [1_000, 10_000, 50_000].flatMap((fields) =>
    [0, 0.01].map((aliasShare): Figure => {
      const text = JSON.stringify(realisticMappings({ fields, aliasShare }));
      return {
        what: `${fields.toLocaleString('en')} fields${aliasShare > 0 ? ', 1 % aliases' : ''}`,
        against: 'JSON.parse',
        ...compare(
          () => JSON.parse(text) as unknown,
          () => normalize(parseJson(text)),
          { roundMs: 150 },
        ),
        budget: BUDGET,
      };
    }),
  );
  return report('parseJson and normalize', figures);
}
