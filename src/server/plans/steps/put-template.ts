import { isObject, member, objectMember, type JsonObject } from '#domain/json';
import { callsOf, isSameOrAbsent, taskOf, type PlannedCall, type StepInput } from '#domain/plan';
import { sendableTemplate } from '#domain/template';
import { objectsIn } from '../../console/calls.ts';
import { RequestError } from '../../console/errors.ts';
import { recordedBefore } from './earlier-steps.ts';
import { readIfThere } from './index-facts.ts';
import { NOT_DONE, type StepContext, type StepExecutor } from './step-context.ts';

type Input = StepInput<'put_template'>;

export const putTemplate: StepExecutor<'put_template'> = {
  staysOpen: true,

  async check(input, context) {
    const body = await requireExpected(input, context);
    return body === undefined ? {} : { body };
  },

  async run(input, context) {
    for (const call of callsOf({ kind: 'put_template', input }))
      await context.send(call, () => requireExpected(input, context));
    const body = await templateBody(input, context);
    if (!isSameOrAbsent(body, input.body)) throw changedSince(input.name);
    return { body: body ?? {} };
  },

  async lookUp(input, context) {
    const body = await templateBody(input, context);
    if (isSameOrAbsent(body, input.body)) return { isDone: true, result: { body: body ?? {} } };
    return NOT_DONE;
  },

  async undo(input, context) {
    const before = objectMember(context.step.before ?? {}, 'body');
    const written = objectMember(context.step.result ?? {}, 'body') ?? input.body;
    if (isSameOrAbsent(await templateBody(input, context), before)) return undefined;
    const requireOwn = async () => {
      if (!isSameOrAbsent(await templateBody(input, context), written))
        throw new RequestError(409, `Template "${input.name}" was changed since. Change it back yourself.`, {
          name: input.name,
        });
    };
    await requireOwn();
    const calls: readonly PlannedCall[] =
      before === undefined
        ? [{ method: 'DELETE', path: [`_${input.kind}`, input.name] }]
        : callsOf({ kind: 'put_template', input: { ...input, body: sendableTemplate(before) } });
    for (const call of calls) await context.send(call, requireOwn);
    return undefined;
  },
};

/** @throws RequestError where a template that the plan has written is not as it wrote it any more */
export async function requireOwnTemplates(context: StepContext): Promise<void> {
  for (const step of context.plan.steps) {
    const task = taskOf(step);
    if (task.kind !== 'put_template' || step.state !== 'done') continue;
    if (!isSameOrAbsent(await templateBody(task.input, context), task.input.body)) throw changedSince(task.input.name);
  }
}

/** The template as it is now. @throws RequestError where it is not the one that the change was made for */
async function requireExpected(input: Input, context: StepContext): Promise<JsonObject | undefined> {
  if (input.expects === undefined) throw recordedBefore(`which template "${input.name}" it was made for`);
  const body = await templateBody(input, context);
  if (isSameOrAbsent(body, input.expects ?? undefined)) return body;
  throw changedSince(input.name);
}

function changedSince(name: string): RequestError {
  return new RequestError(
    409,
    `Template "${name}" was changed by another client since this plan was made. Check it, then cancel the plan and create a new one.`,
    { name },
  );
}

/** A template as the cluster has it; undefined where it has none of the name. */
export async function templateBody(
  { kind, name }: Pick<Input, 'kind' | 'name'>,
  context: Pick<StepContext, 'read'>,
): Promise<JsonObject | undefined> {
  const response = await readIfThere(context, { method: 'GET', path: [`_${kind}`, name] });
  if (response === undefined) return undefined;
  if (kind === 'template') return objectMember(response, name);
  const [found] = objectsIn(member(response, `${kind}s`));
  const body = found === undefined ? undefined : member(found, kind);
  return isObject(body) ? body : undefined;
}
