import { expect } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import { formatJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { deNormalize, importErrorText, normalize, validateMappings, type ImportError } from '#domain/mapping';
import { sampleSettings } from '../builders/catalogue-samples.ts';
import { IndexRefusedError, mappingsOf, withIndex, type Engine } from './engine.ts';
import { KNOWN_ABSENCES } from './known-absences.ts';

/** Far more than all samples of the catalogue; the engines' own limit is 1,000. */
export const FIELD_LIMIT = 20_000;

/** One thing that is tried, under the name by which a refusal of it is told and may be known. */
export interface Candidate {
  /** `keyword`, `keyword.norms=true`, `runtime.date`. */
  readonly label: string;
  readonly value: JsonValue;
}

/** What an engine did not take. */
export interface Refusal {
  readonly label: string;
  readonly reason: string;
}

/**
 * What an engine refuses of several things that `mappingsWith` puts into mappings. All are tried at once, and halves of them
 * where that is refused, until each refused one stands alone: so what only gets in another's way, as the second `join` of an
 * index does, is no refusal. The echo of all that is accepted has to be importable and to survive normalization.
 */
export async function refusals(
  engine: Engine,
  candidates: readonly Candidate[],
  mappingsWith: (candidates: readonly Candidate[]) => JsonObject,
): Promise<readonly Refusal[]> {
  if (candidates.length === 0) return [];
  const reason = await refusalOf(engine, mappingsWith(candidates), candidates);
  if (reason === null) return [];
  if (candidates.length === 1) return [{ label: (candidates[0] as Candidate).label, reason }];
  const middle = candidates.length >> 1;
  return [
    ...(await refusals(engine, candidates.slice(0, middle), mappingsWith)),
    ...(await refusals(engine, candidates.slice(middle), mappingsWith)),
  ];
}

/** The values of candidates under names of their own. */
export function asMembers(candidates: readonly Candidate[]): JsonObject {
  return Object.fromEntries(candidates.map(({ value }, index) => [`field_${index}`, value]));
}

async function refusalOf(
  engine: Engine,
  mappings: JsonObject,
  candidates: readonly Candidate[],
): Promise<string | null> {
  const settings = {
    ...sampleSettings(engine.target),
    number_of_replicas: 0,
    'mapping.total_fields.limit': FIELD_LIMIT,
  };
  try {
    const echo = await withIndex(engine, { settings, mappings }, (index) => mappingsOf(engine, index));
    expectImportable(
      echo,
      candidates.length === 1 ? candidates[0]?.label : `${candidates.length} from ${candidates[0]?.label}`,
    );
    return null;
  } catch (error) {
    if (!(error instanceof IndexRefusedError)) throw error;
    return error.reason;
  }
}

/** What an engine says of mappings that it took has nothing wrong, and nothing of it is lost on the way through the normalized set. */
export function expectImportable(echo: JsonValue, what?: string): void {
  const { errors, value } = validateMappings(echo);
  expect
    .soft(
      errors.map((error) => `${importErrorText(error)} ${definitionOf(echo, error)}`),
      what,
    )
    .toEqual([]);
  if (errors.length === 0) expect(value, what).toBe(echo);
  expect(deNormalize(normalize(echo)), what).toEqual(valueAt(echo, '/properties'));
}

/** What stands where an error is, as far as names without dots lead there. */
function definitionOf(echo: JsonValue, error: ImportError): string {
  if (!('fieldPath' in error)) return '';
  return formatJson(valueAt(echo, `/properties/${error.fieldPath.replaceAll('.', '/properties/')}`) ?? null);
}

/** Divides refusals into those that are known of the artifacts at hand, by their reason, and the others. */
export function sortRefusals(
  { distribution }: TargetEngine,
  refused: readonly Refusal[],
): { readonly known: ReadonlyMap<string, readonly string[]>; readonly unexpected: readonly string[] } {
  const known = new Map<string, string[]>();
  const unexpected: string[] = [];
  for (const { label, reason } of refused) {
    const absence = KNOWN_ABSENCES[distribution].find(
      ({ refused: names, says }) => names.some((name) => isOf(label, name)) && says.test(reason),
    );
    if (absence === undefined) unexpected.push(`${label}: ${reason}`);
    else known.set(absence.because, [...(known.get(absence.because) ?? []), label]);
  }
  return { known, unexpected };
}

/** `keyword.script={}` is of `keyword`, of `keyword.script` and of `*.script`. */
function isOf(label: string, name: string): boolean {
  const [field = label] = label.split('=');
  return [label, field, field.replace(/\..*$/, ''), field.replace(/^[^.]*/, '*')].includes(name);
}
