import { isObject, validateMappings, type JsonObject, type JsonValue } from '../src/domain/index.ts';
import { realisticMappings } from '../tests/builders/realistic-tree.ts';
import { compare } from './measure.ts';
import { report, type Figure } from './report.ts';

const FIELDS = 50_000;
/** Import with every field wrong, against import with every field right. */
const BUDGET = 2;

/** Import validation, by how much is wrong. */
export function benchImport(): readonly Figure[] {
  const right = realisticMappings({ fields: FIELDS });
  const wrong = withJunk(right) as JsonObject;
  const figures: readonly Figure[] = [
    {
      what: `${FIELDS.toLocaleString('en')} fields, a wrong parameter in each`,
      against: 'all right',
      ...compare(() => validateMappings(right), () => validateMappings(wrong), { roundMs: 150 }),
      budget: BUDGET,
    },
    {
      what: `${FIELDS.toLocaleString('en')} fields, all right`,
      against: 'JSON.stringify',
      ...compare(() => JSON.stringify(right), () => validateMappings(right), { roundMs: 150 }),
    },
  ];
  return report('validateMappings', figures);
}

/** Every definition with a parameter that no engine knows. */
function withJunk(value: JsonValue): JsonValue {
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, each]): [string, JsonValue] => [name, name === 'properties' || name === 'fields' ? inEach(each) : each]);
  return Object.fromEntries(members);
}

function inEach(container: JsonValue): JsonValue {
  if (!isObject(container)) return container;
  return Object.fromEntries(Object.entries(container).map(([name, definition]) => [name, { ...(withJunk(definition) as JsonObject), nonsense: 1 }]));
}
