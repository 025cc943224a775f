import { isObject, member, objectMember, type JsonObject } from '#domain/json';
import {
  callsOf,
  cloudManagedProblem,
  isSameOrAbsent,
  promotedLabel,
  readPromotedCall,
  writePromotedCall,
  type PromoteTemplateInput,
} from '#domain/plan';
import { ClusterError } from '#domain/ports';
import { sendableTemplate, templateType } from '#domain/template';
import { objectsIn } from '../../console/calls.ts';
import { RequestError } from '../../console/errors.ts';
import { MANAGED_PREFIXES_CALL, managedPrefixesIn } from '../../console/index-templates.ts';
import { readIfThere } from './index-facts.ts';
import { NOT_DONE, StepUnknownError, type StepContext, type StepExecutor } from './step-context.ts';

type Input = PromoteTemplateInput;

/** How the template stands on the cluster that it comes from, right before it is sent to another one. */
type SourceState = 'same' | 'changed' | 'gone' | 'unread';

const STORED_OTHERWISE =
  'The cluster does not have exactly what was sent: it may have normalized it, or another client changed it. Compare them.';

export const promoteTemplate: StepExecutor<'promote_template'> = {
  async check(input, context) {
    await requireUnmanaged(input, context);
    const source = await sourceState(input, context);
    // Last, so that nothing is between this look and the request.
    const now = await readTemplate(input, context);
    if (!isSameOrAbsent(now, input.expects) && !isSameOrAbsent(now, input.body)) throw changed(input, now);
    return { ...(now !== undefined && { body: now }), ...(source !== undefined && { source }) };
  },

  async run(input, context) {
    const before = beforeOf(context);
    const said = sourceWords(input, context);
    // Another client has stored the same. Undoing the plan keeps it.
    if (before !== undefined && isSameOrAbsent(before, input.body))
      return { body: before, ...noticeOf([...said, 'The cluster had it already. Nothing was sent.']) };
    const lastLook = async () => {
      const now = await readTemplate(input, context);
      if (!isSameOrAbsent(now, before)) throw changed(input, now);
    };
    const origin = await originWords(input, context);
    for (const call of callsOf({ kind: 'promote_template', input })) await context.send(call, lastLook, origin);
    const body = await readTemplate(input, context);
    if (isSameOrAbsent(body, before))
      throw new StepUnknownError('The cluster accepted the request, but does not have the new template yet.');
    if (body === undefined)
      throw new StepUnknownError('The cluster accepted the request, but the template is not there.');
    // Another client may have changed it since: then the plan must not undo it.
    if (!isSameOrAbsent(body, input.body)) return noticeOf([...said, STORED_OTHERWISE]);
    return { body, ...noticeOf(said) };
  },

  /**
   * The approved template is there: it was done. What was expected is there: it was not. Anything else is for a person
   * to look at.
   */
  async lookUp(input, context) {
    const now = await readTemplate(input, context);
    if (now !== undefined && isSameOrAbsent(now, input.body))
      return { isDone: true, result: { body: now, ...noticeOf(sourceWords(input, context)) } };
    if (isSameOrAbsent(now, input.expects)) return NOT_DONE;
    throw changed(input, now);
  },

  async undo(input, context) {
    const before = beforeOf(context);
    const written = objectMember(context.step.result ?? {}, 'body') ?? input.body;
    const requireOwn = (now: JsonObject | undefined) => {
      if (isSameOrAbsent(now, written)) return;
      const how = now === undefined ? 'deleted' : 'changed';
      throw new RequestError(409, `${promotedLabel(input)} was ${how} since. It was left as it is.`, {
        name: input.name,
      });
    };
    const now = await readTemplate(input, context);
    if (isSameOrAbsent(now, before)) return undefined;
    requireOwn(now);
    await context.send(
      before === undefined
        ? { method: 'DELETE', path: readPromotedCall(input).path }
        : writePromotedCall(input, before, false),
      async () => requireOwn(await readTemplate(input, context)),
    );
    return undefined;
  },
};

function beforeOf(context: StepContext): JsonObject | undefined {
  return objectMember(context.step.before ?? {}, 'body');
}

/** The template as it could be sent back; undefined where the cluster has none of the name. */
async function readTemplate(input: Input, context: Pick<StepContext, 'read'>): Promise<JsonObject | undefined> {
  const response = await readIfThere(context, readPromotedCall(input));
  if (response === undefined) return undefined;
  const { kind, name } = input;
  const body =
    kind === 'legacy_template'
      ? member(response, name)
      : objectsIn(member(response, `${kind}s`))
          .filter((entry) => member(entry, 'name') === name)
          .map((entry) => member(entry, kind))[0];
  return isObject(body) ? sendableTemplate(body) : undefined;
}

function changed(input: Input, now: JsonObject | undefined): RequestError {
  const how =
    now === undefined ? 'was deleted' : input.expects === undefined ? 'was created by another client' : 'was changed';
  return new RequestError(
    409,
    `${promotedLabel(input)} ${how} since it was compared, and was not sent. Compare it with the request, then restore it and resume, or make a new plan.`,
    { name: input.name },
  );
}

/** @throws RequestError where the name belongs to the cloud provider by now */
async function requireUnmanaged(input: Input, context: StepContext): Promise<void> {
  let settings: JsonObject;
  try {
    settings = await context.read(MANAGED_PREFIXES_CALL);
  } catch (error) {
    // Who may not read the settings of the cluster may still write its templates.
    if (error instanceof ClusterError && (error.fault === 'refused' || error.fault === 'forbidden')) return;
    throw error;
  }
  if (templateType(input.name, input.body, managedPrefixesIn(settings)) === 'cloudManaged')
    throw new RequestError(409, cloudManagedProblem(input), { name: input.name });
}

/** Never stops the step: what was approved is sent. Undefined for a template of a file. */
async function sourceState(input: Input, context: StepContext): Promise<SourceState | undefined> {
  const { source, body } = input;
  if (source === undefined) return undefined;
  try {
    const found = await readTemplate(input, { read: (call) => context.readFrom(source, call) });
    if (found === undefined) return 'gone';
    return isSameOrAbsent(found, body) ? 'same' : 'changed';
  } catch (error) {
    if (error instanceof ClusterError || error instanceof RequestError) return 'unread';
    throw error;
  }
}

function sourceWords({ source = '' }: Input, context: StepContext): readonly string[] {
  const state = member(context.step.before ?? {}, 'source');
  if (state === 'changed') return [`It was changed on ${source} since. What was approved is sent.`];
  if (state === 'gone') return [`It was deleted on ${source} since. What was approved is sent.`];
  return state === 'unread' ? [`Whether it was changed on ${source} since could not be checked.`] : [];
}

/** What the template was made of, for whoever reads the action later. */
async function originWords(input: Input, context: StepContext): Promise<string> {
  const { source } = input;
  if (source === undefined) return ', from a file';
  if (member(context.step.before ?? {}, 'source') !== 'same') return `, from ${source} when the plan was proposed`;
  const version = await context.versionOf(source, input);
  return `, from ${source}${version === null ? '' : ` (version ${version.toLocaleString('en')} of its log)`}`;
}

function noticeOf(sentences: readonly string[]): { readonly notice?: string } {
  return sentences.length === 0 ? {} : { notice: sentences.join(' ') };
}
