import type { JsonObject } from '#domain/json';
import { countedSince, usageIn, usageOf } from '#domain/lint';
import { isRefused, read } from './calls.ts';
import type { ConsoleContext, HandlersOf } from './context.ts';
import { RequestError } from './errors.ts';
import { exactIndex } from './exact-names.ts';

export const fieldUsage: HandlersOf<'field_usage.get'> = {
  'field_usage.get': async ({ params: { name } }, context) => {
    const response = await readUsage(context, await exactIndex(context, name));
    if (response === null) return {};
    const usage = usageIn(response);
    if ('reason' in usage)
      throw new RequestError(424, `The use of the fields of "${name}" can’t be told: ${usage.reason}.`);
    const since = countedSince(response);
    return {
      fields: Array.from(usageOf(usage, name) ?? [], ([path, uses]) => ({ path, uses })).filter(({ uses }) => uses > 0),
      ...(since !== undefined && { since }),
    };
  },
};

/** Null where the engine does not count: OpenSearch, and Elasticsearch before 7.15. */
async function readUsage(context: ConsoleContext, index: string): Promise<JsonObject | null> {
  try {
    return await read(context, [index, '_field_usage_stats']);
  } catch (error) {
    if (isRefused(error, 400) || isRefused(error, 405)) return null;
    throw error;
  }
}
