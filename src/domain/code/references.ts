import { flatSettings } from '../console/index-settings.ts';
import { objectMember, type JsonObject } from '../json/value.ts';
import { partOf } from '../template/index.ts';
import type { ObjectKind } from './kinds.ts';

/** What a template or an index names that an engine takes without, and misses later. */
export type ReferenceKind = 'pipeline' | 'ilm_policy' | 'ism_policy' | 'synonym_set';

export interface Reference {
  readonly kind: ReferenceKind;
  readonly name: string;
}

/** By kind the names that the cluster has; absent where it has no such things or does not tell them. */
export type KnownReferences = { readonly [Kind in ReferenceKind]?: ReadonlySet<string> };

/** In place of a pipeline: none. */
const NO_PIPELINE = '_none';

const SETTINGS: ReadonlyMap<string, ReferenceKind> = new Map([
  ['index.default_pipeline', 'pipeline'],
  ['index.final_pipeline', 'pipeline'],
  ['index.lifecycle.name', 'ilm_policy'],
  ['index.plugins.index_state_management.policy_id', 'ism_policy'],
  ['index.opendistro.index_state_management.policy_id', 'ism_policy'],
]);
/** Elasticsearch 8.10 and later. */
const SYNONYM_SET = /^index\.analysis\.filter\..+\.synonyms_set$/;

const NOUNS: Readonly<Record<ReferenceKind, string>> = {
  pipeline: 'Ingest pipeline',
  ilm_policy: 'Lifecycle policy',
  ism_policy: 'ISM policy',
  synonym_set: 'Synonym set',
};

/** What the settings of a template or an index refer to, each once. */
export function referencesOf(kind: ObjectKind, body: JsonObject): readonly Reference[] {
  const settings = flatSettings(
    objectMember(partOf(body, kind === 'legacy_template' || kind === 'index'), 'settings') ?? {},
  );
  const found = Object.entries(settings).flatMap(([name, value]): readonly Reference[] => {
    const referred = SETTINGS.get(name) ?? (SYNONYM_SET.test(name) ? 'synonym_set' : undefined);
    if (referred === undefined || typeof value !== 'string' || value === '' || value === NO_PIPELINE) return [];
    return [{ kind: referred, name: value }];
  });
  return found.filter(
    ({ kind: each, name }, index) => found.findIndex((other) => other.kind === each && other.name === name) === index,
  );
}

/** The references that the cluster lacks, each as a sentence. */
export function missingReferences(kind: ObjectKind, body: JsonObject, known: KnownReferences): readonly string[] {
  return referencesOf(kind, body)
    .filter((reference) => known[reference.kind]?.has(reference.name) === false)
    .map((reference) => `${NOUNS[reference.kind]} ${reference.name} doesn’t exist.`);
}

/** The references that nobody could look up, each as a sentence. */
export function uncheckedReferences(kind: ObjectKind, body: JsonObject, known: KnownReferences): readonly string[] {
  return referencesOf(kind, body)
    .filter((reference) => known[reference.kind] === undefined)
    .map((reference) => `${NOUNS[reference.kind]} ${reference.name} could not be looked up on this cluster.`);
}
