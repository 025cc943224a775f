import type { TargetEngine } from '../catalogue/engines.ts';
import { flatSettings, settingChange } from '../console/index-settings.ts';
import { withValueAt } from '../impact/index.ts';
import { parsePointer } from '../json/pointer.ts';
import { valueAt } from '../json/patch.ts';
import { formatJson } from '../json/text.ts';
import { copyMember, copyObject, deepEqual, member, type JsonObject } from '../json/value.ts';
import { expandDots, foreseenRefusals, mergeUpdate, planMappingUpdate } from '../mapping/index.ts';
import { describeValue } from '../mapping/live-field-changes.ts';
import { compareStoredMappings } from '../mapping/stored-mapping.ts';
import type { ClusterCall } from '../ports/index.ts';
import { isWrittenByEngine, textsOf } from './index-comparison.ts';

/** The index that the documents of a data stream are written to. */
export interface WriteIndex {
  readonly name: string;
  readonly mappings: JsonObject;
  /** Those that are set, flat or nested. */
  readonly settings: JsonObject;
}

/** How the mapping of a live index becomes what a template maps. */
export interface MappingAddition {
  /** `PUT /{index}/_mapping`; absent where nothing is lacking, or what is can’t be done in place. */
  readonly call?: ClusterCall;
  /** What it changes, in words. */
  readonly changes: readonly string[];
  /** Why it can’t be done in place, each as a sentence; then there is no call. */
  readonly obstacles: readonly string[];
}

/**
 * Plans what an index lacks of a mapping. What the index has beside it stays: fields of documents, and parameters that
 * the mapping does not name. Cost: two comparisons of mappings.
 */
export function mappingAddition(
  wanted: JsonObject,
  { name, mappings }: WriteIndex,
  target: TargetEngine,
): MappingAddition {
  const { places, unsaid } = compareStoredMappings(wanted, mappings, target);
  if (places.length === 0) return { changes: [], obstacles: [] };
  const has = expandDots(mappings, []);
  const after = copyObject(
    unsaid.reduce(
      (merged, at) => withValueAt(merged, parsePointer(at), valueAt(has, at)),
      mergeUpdate(has, expandDots(wanted, [])),
    ),
  );
  // What engines only print in another form is not sent.
  const touched = new Set(places.map((at) => parsePointer(at)[0]));
  for (const key of Object.keys(after))
    if (!touched.has(key)) {
      if (member(has, key) === undefined) delete after[key];
      else copyMember(after, key, has);
    }
  const isMeant = ({ at }: { readonly at: string }) => places.includes(at);
  const { body, additions, updates, needsReindex } = planMappingUpdate(has, after, target);
  const obstacles = [...needsReindex.filter(isMeant), ...foreseenRefusals(has, body, target)].map(
    ({ path, reason }) => `${path}: ${reason}`,
  );
  return {
    ...(obstacles.length === 0 &&
      Object.keys(body).length > 0 && {
        call: { method: 'PUT', path: [name, '_mapping'], body: formatJson(body) } as const,
      }),
    changes: [...additions, ...updates].filter(isMeant).map(({ text }) => text),
    obstacles,
  };
}

/**
 * What an index has otherwise of the settings of its templates, in words: of those that no live index takes. Others
 * are changed on a live index, also by people, and are no reason for a new one.
 */
export function settingsBehind(wanted: JsonObject, { settings }: WriteIndex, target: TargetEngine): readonly string[] {
  const has = textsOf(flatSettings(settings));
  const set = Object.fromEntries(Object.entries(flatSettings(wanted)).filter(([, value]) => value !== null));
  return Object.entries(textsOf(set)).flatMap(([name, value]) => {
    const now = member(has, name);
    const isLasting = ['static', 'final'].includes(settingChange(name, target)) && !isWrittenByEngine(name);
    if (!isLasting || deepEqual(now, value)) return [];
    return [`${name} is ${now === undefined ? 'not set' : describeValue(now)}, not ${describeValue(value)}`];
  });
}
