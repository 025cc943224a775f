import { deepEqual, isObject, member, objectMember, type JsonObject } from '#domain/json';
import { callsOf, type StepInput } from '#domain/plan';
import { objectsIn } from '../../console/calls.ts';
import { RequestError } from '../../console/errors.ts';
import { readIfThere } from './index-facts.ts';
import { NOT_DONE, type StepContext, type StepExecutor } from './step-context.ts';

type Input = StepInput<'put_template'>;

export const putTemplate: StepExecutor<'put_template'> = {
  async check(input, context) {
    const body = await bodyOf(input, context);
    return context.step.before ?? (body === undefined ? {} : { body });
  },

  async run(input, context) {
    for (const call of callsOf({ kind: 'put_template', input })) await context.send(call);
    const body = await bodyOf(input, context);
    return body === undefined ? {} : { body };
  },

  /** Engines write a template in their own way: what is not as it was before is what was sent. */
  async lookUp(input, context) {
    const body = await bodyOf(input, context);
    const before = objectMember(context.step.before ?? {}, 'body');
    return body === undefined || deepEqual(body, before) ? NOT_DONE : { isDone: true, result: { body } };
  },

  async undo(input, context) {
    const body = await bodyOf(input, context);
    const [before, after] = [
      objectMember(context.step.before ?? {}, 'body'),
      objectMember(context.step.result ?? {}, 'body'),
    ];
    if (deepEqual(body, before)) return undefined;
    if (after !== undefined && !deepEqual(body, after))
      throw new RequestError(409, `Template "${input.name}" was changed since. Change it back yourself.`, {
        name: input.name,
      });
    if (before === undefined) {
      await context.send({ method: 'DELETE', path: [`_${input.kind}`, input.name] });
      return undefined;
    }
    for (const call of callsOf({ kind: 'put_template', input: { ...input, body: before } })) await context.send(call);
    return undefined;
  },
};

/** A template as the cluster has it; undefined where it has none of the name. */
async function bodyOf({ kind, name }: Input, context: StepContext): Promise<JsonObject | undefined> {
  const response = await readIfThere(context, { method: 'GET', path: [`_${kind}`, name] });
  if (response === undefined) return undefined;
  if (kind === 'template') return objectMember(response, name);
  const [found] = objectsIn(member(response, `${kind}s`));
  const body = found === undefined ? undefined : member(found, kind);
  return isObject(body) ? body : undefined;
}
