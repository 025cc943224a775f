import type { TargetEngine } from '#domain/catalogue';
import { editableSettings, flatSettings, planSettings } from '#domain/console';
import { formatJson, member, objectMember, parsePointer, type JsonObject, type Pointer } from '#domain/json';
import { asEnginesRead, dottedPath, mergeUpdate, planMappingUpdate } from '#domain/mapping';
import { isRefused } from '../../console/calls.ts';
import { aliasesOf, mappingsOf, requireSettings } from './index-facts.ts';
import type { StepContext } from './step-context.ts';

/**
 * How what is found must relate to what was approved. `has`: the engine has said that it made the index, and what
 * templates and the engine add is theirs. `is`: nobody knows who made it, so nothing may be there that was not
 * approved.
 */
type Relation = 'has' | 'is';

/** Settings that engines give an index which asks for none. */
const GIVEN =
  /^index\.(number_of_shards|number_of_replicas|routing\.allocation\.include\._tier_preference|replication\.)/;

/**
 * The first difference between an index and the body of the request that was approved for it, in words; null where
 * there is none.
 */
export async function differenceFrom(
  body: JsonObject,
  index: string,
  relation: Relation,
  context: StepContext,
): Promise<string | null> {
  const target = await context.target();
  const aliases = Object.keys((await aliasesOf(context, index)) ?? {});
  if (aliases.length > 0) return `it has the aliases ${aliases.join(', ')}`;
  const settings = settingsDifference(
    objectMember(body, 'settings') ?? {},
    await requireSettings(context, index),
    relation,
    target,
  );
  if (settings !== null) return settings;
  const found = (await mappingsOf(context, index)) ?? {};
  const approved = asEnginesRead(objectMember(body, 'mappings') ?? {});
  const difference = mappingsDifference(found, approved, relation, target);
  if (difference === null) return null;
  // The engine may write them in another way: it is asked how it does.
  const written = await asWritten(body, context);
  return written === undefined ? difference : mappingsDifference(found, written, relation, target);
}

function settingsDifference(
  approved: JsonObject,
  found: JsonObject,
  relation: Relation,
  target: TargetEngine,
): string | null {
  const [own, wanted] = [editableSettings(found, target), flatSettings(approved)];
  const isMeant = (name: string) =>
    Object.hasOwn(wanted, name) ? member(wanted, name) !== null : relation === 'is' && !GIVEN.test(name);
  const edit = planSettings(own, wanted, target).edits.find(({ name }) => isMeant(name));
  if (edit === undefined) return null;
  const [now, then] = [edit.before, edit.after].map((value) => (value === undefined ? 'not set' : formatJson(value)));
  return `${edit.name} is ${now ?? ''}, and ${then ?? ''} was approved`;
}

function mappingsDifference(
  found: JsonObject,
  approved: JsonObject,
  relation: Relation,
  target: TargetEngine,
): string | null {
  const wanted = relation === 'is' ? approved : mergeUpdate(found, approved);
  const { additions, updates, needsReindex } = planMappingUpdate(found, wanted, target);
  const change = [...additions, ...updates].find(({ hasNoEffect }) => hasNoEffect !== true);
  const at = change?.at ?? needsReindex[0]?.at;
  return at === undefined ? null : `its mapping differs at ${placeIn(at)}`;
}

/** A place in mappings as people write it: `user.name`, or `user.name.ignore_above` for a parameter. */
function placeIn(at: Pointer): string {
  const isContainer = (token: string, index: number) => index % 2 === 0 && ['properties', 'fields'].includes(token);
  return dottedPath(parsePointer(at).filter((token, index) => !isContainer(token, index)));
}

/** Mappings as the engine would write them with the limits that the settings give; undefined where it does not say. */
async function asWritten({ settings, mappings }: JsonObject, context: StepContext): Promise<JsonObject | undefined> {
  const template = {
    index_patterns: ['mapledger-simulated-*'],
    template: { ...(settings !== undefined && { settings }), mappings: mappings ?? {} },
  };
  try {
    const simulated = await context.read({
      method: 'POST',
      path: ['_index_template', '_simulate'],
      body: formatJson(template),
    });
    return objectMember(objectMember(simulated, 'template') ?? {}, 'mappings');
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
