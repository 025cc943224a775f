import { countedSince, usageIn, usageOf } from '#domain/lint';
import { hasFeature, read } from './calls.ts';
import type { HandlersOf } from './context.ts';
import { RequestError } from './errors.ts';
import { meantIndex } from './exact-names.ts';

export const fieldUsage: HandlersOf<'field_usage.get'> = {
  'field_usage.get': async ({ params: { name }, query: { uuid } }, context) => {
    const index = await meantIndex(context, name, uuid);
    if (!(await hasFeature(context, 'field_stats'))) return {};
    const response = await read(context, [index, '_field_usage_stats']);
    const usage = usageIn(response);
    if ('reason' in usage)
      throw new RequestError(424, `The use of the fields of "${name}" can’t be told: ${usage.reason}.`);
    const since = countedSince(response);
    return {
      fields: Array.from(usageOf(usage, name) ?? [], ([path, { any, structures }]) => ({
        ...{ path, uses: any },
        structures: [...structures],
      })).filter(({ uses }) => uses > 0),
      ...(since !== undefined && { since }),
    };
  },
};
