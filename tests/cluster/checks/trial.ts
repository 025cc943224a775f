import { expect } from 'vitest';
import { selectableTypes, type TargetEngine } from '#domain/catalogue';
import { formatJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { deNormalize, importErrorText, normalize, validateMappings, type ImportError } from '#domain/mapping';
import { WITHOUT_SHARDS } from '../../../src/fuzz/compare/scratch.ts';
import { sampleSettings } from '../../../src/fuzz/generate/catalogue-samples.ts';
import { IndexRefusedError, mappingsOf, mapSome, withIndex, type Engine } from '../engine.ts';
import { absencesOf } from '../../../src/fuzz/generate/known-absences.ts';

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

/** The types that the picker offers for an engine with the plugins that it has. */
export function offeredTypes(target: TargetEngine): readonly string[] {
  return selectableTypes(target, { isRoot: true, isMultiField: false });
}

/** How many indices are created at a time. */
const AT_A_TIME = 8;
/** The most candidates of one index: engines warn of each that is deprecated, in headers, of which a client takes 16 KB. */
const MOST_AT_ONCE = 250;

interface Trial {
  readonly engine: Engine;
  readonly mappingsWith: (candidates: readonly Candidate[]) => JsonObject;
  /** Whether a candidate is likely to be refused: it is tried by itself at once, which saves looking for it. */
  readonly isSuspect: (label: string) => boolean;
}

/**
 * What an engine refuses of several things that `mappingsWith` puts into mappings. All but the suspects are tried at once, and
 * halves of them where that is refused, until each refused one stands alone: so what only gets in another's way, as the second
 * `join` of an index does, is no refusal. The echo of all that is accepted has to be importable and to survive normalization.
 */
export async function refusals(trial: Trial, candidates: readonly Candidate[]): Promise<readonly Refusal[]> {
  const suspects = candidates.filter(({ label }) => trial.isSuspect(label));
  const others = candidates.filter(({ label }) => !trial.isSuspect(label));
  const apart = await mapSome(suspects, AT_A_TIME, (suspect) => refusalsAmong(trial, [suspect]));
  return [...apart.flat(), ...(await refusalsAmong(trial, others))];
}

async function refusalsAmong(trial: Trial, candidates: readonly Candidate[]): Promise<readonly Refusal[]> {
  const [first] = candidates;
  if (first === undefined) return [];
  if (candidates.length <= MOST_AT_ONCE) {
    const reason = await refusalOf(trial, candidates);
    if (reason === null) return [];
    if (candidates.length === 1) return [{ label: first.label, reason }];
  }
  const middle = candidates.length >> 1;
  return [
    ...(await refusalsAmong(trial, candidates.slice(0, middle))),
    ...(await refusalsAmong(trial, candidates.slice(middle))),
  ];
}

/** The values of candidates under names of their own. */
export function asMembers(candidates: readonly Candidate[]): JsonObject {
  return Object.fromEntries(candidates.map(({ value }, index) => [`field_${index}`, value]));
}

async function refusalOf({ engine, mappingsWith }: Trial, candidates: readonly Candidate[]): Promise<string | null> {
  const settings = {
    ...sampleSettings(engine.target),
    ...WITHOUT_SHARDS,
    'mapping.total_fields.limit': FIELD_LIMIT,
  };
  try {
    const definition = { settings, mappings: mappingsWith(candidates) };
    const echo = await withIndex(engine, definition, (index) => mappingsOf(engine, index));
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
  target: TargetEngine,
  refused: readonly Refusal[],
): { readonly known: ReadonlyMap<string, readonly string[]>; readonly unexpected: readonly string[] } {
  const known = new Map<string, string[]>();
  const unexpected: string[] = [];
  for (const { label, reason } of refused) {
    const absence = absencesOf(target, label).find(({ says }) => says.test(reason));
    if (absence === undefined) unexpected.push(`${label}: ${reason}`);
    else known.set(absence.because, [...(known.get(absence.because) ?? []), label]);
  }
  return { known, unexpected };
}
