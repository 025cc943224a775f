import { isObject, type JsonValue } from '#domain/json';
import { validateMappings } from '#domain/mapping';
import { realisticMappings } from '../tests/builders/realistic-tree.ts';
import { compare } from './measure.ts';
import { report, type Figure } from './report.ts';

const FIELDS = 50_000;
const PARTS = 10;
/** With a wrong parameter in every field, each definition, each container and each error is a new object: two thirds of the time. */
const WRONG_BUDGET = 4;
/** One large mapping against ten small ones with as many fields; far above it, cost would not be linear. */
const LINEAR_BUDGET = 2;

/** Import validation, by how much is wrong. */
export function benchImport(): readonly Figure[] {
  const right = realisticMappings({ fields: FIELDS });
  const wrong = withJunk(right);
  const wrongPart = withJunk(realisticMappings({ fields: FIELDS / PARTS }));
  const figures: readonly Figure[] = [
    {
      what: `${FIELDS.toLocaleString('en')} fields, a wrong parameter in each`,
      against: 'all right',
      ...compare(
        () => validateMappings(right),
        () => validateMappings(wrong),
        { roundMs: 150 },
      ),
      budget: WRONG_BUDGET,
    },
    {
      what: 'the same',
      against: `in ${PARTS} parts`,
      ...compare(
        () => Array.from({ length: PARTS }, () => validateMappings(wrongPart)),
        () => validateMappings(wrong),
        { roundMs: 150 },
      ),
      budget: LINEAR_BUDGET,
    },
    {
      what: `${FIELDS.toLocaleString('en')} fields, all right`,
      against: 'JSON.stringify',
      ...compare(
        () => JSON.stringify(right),
        () => validateMappings(right),
        { roundMs: 150 },
      ),
    },
  ];
  return report('validateMappings', figures);
}

/** Every definition with a parameter that no engine knows. */
function withJunk(value: JsonValue): JsonValue {
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, each]): [string, JsonValue] => [
    name,
    name === 'properties' || name === 'fields' ? inEach(each) : each,
  ]);
  return Object.fromEntries(members);
}

function inEach(container: JsonValue): JsonValue {
  if (!isObject(container)) return container;
  return Object.fromEntries(
    Object.entries(container).map(([name, definition]) => [name, { ...asMembers(withJunk(definition)), nonsense: 1 }]),
  );
}

function asMembers(definition: JsonValue) {
  return isObject(definition) ? definition : {};
}
