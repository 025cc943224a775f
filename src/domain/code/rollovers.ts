import type { TargetEngine } from '../catalogue/engines.ts';
import { rolloverCall } from '../index-operations/index.ts';
import { member, stringsIn, type JsonObject } from '../json/value.ts';
import { compareStoredMappings } from '../mapping/stored-mapping.ts';
import type { ClusterCall } from '../ports/index.ts';
import {
  composeTemplate,
  matchingTemplate,
  targetOfTemplate,
  type ClusterTemplates,
  type TemplateTarget,
} from '../template/index.ts';
import { formatAddress, type ObjectAddress } from './kinds.ts';

/** The index that the documents of a data stream are written to. */
export interface WriteIndex {
  readonly name: string;
  readonly mappings: JsonObject;
}

/** A data stream that gets a new write index, after all requests. */
export interface Rollover {
  readonly dataStream: string;
  /** The one that it has now: where it has another by then, nothing is sent. */
  readonly writeIndex: string;
  readonly call: ClusterCall;
  /** Why, as words behind the name. */
  readonly reason: string;
}

const CHANGED = 'its templates change';
const BEHIND = 'its write index does not have the mapping of its templates';

/**
 * The data streams that files decide about and that have to be rolled over: by the plan the next index becomes another
 * one, or the write index lacks what its templates map already, as after an apply that was interrupted before it has
 * rolled over. What a write index has beside that, as dynamic fields, is no reason.
 * Cost: a comparison of mappings per data stream.
 */
export function neededRollovers(
  { claimed, changed }: { readonly claimed: ReadonlySet<string>; readonly changed: ReadonlySet<string> },
  after: ClusterTemplates,
  writeIndices: ReadonlyMap<string, WriteIndex>,
  engine: TargetEngine,
): readonly Rollover[] {
  const composed = new Map<string, JsonObject>();
  const mappingsOf = (template: string): JsonObject => {
    const known = composed.get(template);
    if (known !== undefined) return known;
    const body = after.indexTemplates.get(template) ?? {};
    const { mappings } = composeTemplate(body, after.componentTemplates, engine);
    composed.set(template, mappings);
    return mappings;
  };
  return claimedStreams(claimed, after).flatMap(({ dataStream, template }): readonly Rollover[] => {
    const index = writeIndices.get(dataStream);
    if (index === undefined) return [];
    const isChanged = changed.has(dataStream);
    if (!isChanged && compareStoredMappings(mappingsOf(template), index.mappings, engine).places.length === 0)
      return [];
    const reason = isChanged ? CHANGED : BEHIND;
    return [{ dataStream, writeIndex: index.name, call: rolloverCall(dataStream, {}), reason }];
  });
}

/** The data streams whose index template, or a component of it, has a file, with that template. */
export function claimedStreams(
  claimed: ReadonlySet<string>,
  { dataStreams, indexTemplates }: ClusterTemplates,
): readonly { readonly dataStream: string; readonly template: string }[] {
  const targets: readonly TemplateTarget[] = [...indexTemplates].map(([name, body]) =>
    targetOfTemplate(name, body, 'priority'),
  );
  const isClaimed = new Map(
    [...indexTemplates].map(([name, body]) => {
      const components = stringsIn(member(body, 'composed_of')).map((each): ObjectAddress => ({
        kind: 'component_template',
        name: each,
      }));
      const parts: readonly ObjectAddress[] = [{ kind: 'index_template', name }, ...components];
      return [name, parts.some((part) => claimed.has(formatAddress(part)))];
    }),
  );
  return dataStreams.flatMap(({ name, hidden = false }) => {
    const template = matchingTemplate(targets, name, hidden);
    return template !== undefined && isClaimed.get(template) === true ? [{ dataStream: name, template }] : [];
  });
}
