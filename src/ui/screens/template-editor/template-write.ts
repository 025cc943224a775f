import type { Became } from '#domain/commands';
import { METRICS } from '#domain/console';
import { templateStream, type TemplateStreamKind } from '#domain/document';
import { deepEqual, type JsonObject } from '#domain/json';
import { KIND_NOUNS, asAnswered, isSameTemplate, sendableTemplate } from '#domain/template';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { showToast } from '../../kit/toast.tsx';
import { carryAlong } from '../../platform/carry-along.ts';
import { ApiError, type ConsoleApi } from '../../platform/console-api.ts';
import { gatherChanges, UNRECORDED, type GatheredChanges, type SaveAnswer } from '../../platform/sent-changes.ts';
import type { Services } from '../../platform/services.ts';
import { createTemplate, readTemplate, updateTemplate } from '../../platform/template-calls.ts';
import type { WritePorts } from '../../review/use-reviewed-write.ts';
import type { EditedTemplate } from './edited-template.ts';
import { followTemplate, lastSeen } from './follow-template.ts';

export interface TemplateWrite {
  /** The body that was last seen on the cluster; null where the template is created. */
  readonly base: JsonObject | null;
  /** The body as it will be sent. */
  readonly wanted: JsonObject;
  /** Set once the update is prepared. */
  readonly gathered?: GatheredChanges;
  readonly reason?: string | undefined;
}

/** Another client changed the template on the cluster after it was last read. */
export interface TemplateConflict {
  readonly base: JsonObject;
  readonly mine: JsonObject;
  readonly theirs: JsonObject;
}

interface TemplateResult extends SaveAnswer {
  /** The body that was found on the cluster; null after sending, where the body is read again. */
  readonly found: JsonObject | null;
  /** The cluster had the change already, without this save. */
  readonly isOfOthers?: boolean;
  readonly text: string;
}

type TemplatePorts = WritePorts<TemplateWrite, TemplateResult, TemplateConflict>;
interface TemplateWriting {
  readonly api: ConsoleApi;
  readonly services: Services;
  readonly document: DocumentSession;
  readonly template: EditedTemplate;
  /** The cluster in use; undefined while it can't be reached. */
  readonly cluster: string | undefined;
  /** Applies the typed values; returns what is to be saved, or null where something prevents saving. */
  readonly onReview: () => { readonly name: string; readonly wanted: JsonObject } | null;
  /** Called after the template was saved; `text` has more information about the save, or is empty. */
  readonly onSaved: (text: string) => void;
}

const LOST = 'The response was lost, so the template was read again: it has your changes.';

/** The update of a template of the cluster. */
export function updatePorts(writing: TemplateWriting): TemplatePorts {
  const { api, services, document, onReview, onSaved } = writing;
  const { kind, name } = writing.template;
  return {
    async read() {
      const reviewed = onReview();
      if (reviewed === null) return { kind: 'nothing' };
      const verdict = await compared(writing, { base: null, wanted: reviewed.wanted });
      if (verdict.kind === 'nothing')
        showToast({ kind: 'info', title: 'Nothing to save', text: `${name} matches the cluster.` });
      if (verdict.kind !== 'unmoved') return verdict;
      return { kind: 'unmoved', write: { ...verdict.write, wanted: sendableTemplate(reviewed.wanted) } };
    },
    prepare: (write, onWait) => prepared(writing, write, onWait),
    compare: (write) => compared(writing, write),
    async send({ wanted, gathered, reason }) {
      const answer = await updateTemplate(api, kind, name, wanted, { changes: gathered?.changes, reason });
      return { ...answer, found: null, text: unrecorded(gathered) };
    },
    async verify(write) {
      const { wanted, gathered } = write;
      const base = write.base ?? {};
      const now = await readTemplate(api, kind, name);
      if (now === null || isSameTemplate(now, base)) return { kind: 'unmoved' };
      if (!isSameTemplate(now, wanted)) return moved(base, wanted, now);
      const text = [LOST, unrecorded(gathered)].join(' ').trimEnd();
      return { kind: 'done', write, result: { found: now, isSaveRecorded: false, text } };
    },
    async follow({ wanted }, { found, isOfOthers = false, text, ...answer }) {
      // Where the body can't be read, the sent body is assumed until the next reading.
      const now = found ?? (await readTemplate(api, kind, name).catch(() => null));
      followTemplate(document, now ?? wanted, { sent: wanted, ...answer });
      if (!isOfOthers) services.usage.count(METRICS.templateUpdate);
      onSaved(text);
    },
  };
}

/** The creation of a template from a draft. */
export function createPorts(writing: TemplateWriting): TemplatePorts {
  const { api, services, document, cluster, onReview, onSaved } = writing;
  const { kind, name, draft } = writing.template;
  const made = ({ gathered }: TemplateWrite) => ({ found: null, isSaveRecorded: false, text: unrecorded(gathered) });
  return {
    async read() {
      const reviewed = onReview();
      if (reviewed === null) return { kind: 'nothing' };
      if ((await readTemplate(api, kind, reviewed.name)) !== null)
        throw new ApiError(
          409,
          `The cluster already has ${article(kind)} ${reviewed.name}. Choose another name, or edit that one.`,
        );
      return { kind: 'unmoved', write: { base: null, wanted: sendableTemplate(reviewed.wanted) } };
    },
    prepare: (write, onWait) => prepared(writing, write, onWait),
    // The cluster refuses to create one whose name is taken.
    compare: async () => ({ kind: 'unmoved' }),
    async send(write) {
      const { wanted, gathered, reason } = write;
      await createTemplate(api, kind, name, wanted, { changes: gathered?.changes, reason });
      return made(write);
    },
    async verify(write) {
      const now = await readTemplate(api, kind, name);
      if (now === null || !isSameTemplate(now, write.wanted)) return { kind: 'unmoved' };
      return { kind: 'done', write, result: made(write) };
    },
    async follow(_, { text }) {
      services.usage.count(draft?.cloneOf === undefined ? METRICS.templateCreate : METRICS.templateClone);
      const became: Became = { what: KIND_NOUNS[kind], cluster: cluster ?? '', name, at: services.clock.now() };
      for (const id of [draft?.id, draft?.sourceDraft])
        if (id !== undefined) services.drafts.dispatch({ type: 'draft.link', payload: { id, became } });
      if (cluster !== undefined)
        void carryAlong(services, document.stream, () => templateStream({ kind, cluster, name }));
      onSaved(text);
    },
  };
}

type Compared =
  | Exclude<Awaited<ReturnType<TemplatePorts['compare']>>, { readonly kind: 'unmoved' }>
  | { readonly kind: 'unmoved'; readonly write: TemplateWrite };

/** Whether the template on the cluster is still as it was last read. */
async function compared(
  { api, document, template, cluster }: TemplateWriting,
  write: TemplateWrite,
): Promise<Compared> {
  const { kind, name } = template;
  const { wanted } = write;
  const base = lastSeen(document);
  if (cluster === undefined) throw new ApiError(0, 'The cluster can’t be reached now. Nothing was sent.');
  if (template.cluster !== undefined && cluster !== template.cluster)
    throw new ApiError(409, 'This is another cluster than the one that the template was read from. Nothing was sent.');
  const now = await readTemplate(api, kind, name);
  if (now === null)
    throw new ApiError(404, `The ${KIND_NOUNS[kind]} ${name} was deleted on the cluster. Nothing was sent.`);
  // What the cluster adds by itself is no change, nor is a save of the same by another client.
  if (isSameTemplate(now, base))
    return deepEqual(sendableTemplate(base), sendableTemplate(wanted))
      ? { kind: 'nothing' }
      : { kind: 'unmoved', write: { ...write, base } };
  // The cluster already has these changes: another client made the same ones, or a response was lost.
  if (isSameTemplate(now, wanted) && !isSameTemplate(base, wanted)) {
    const result = { found: now, isSaveRecorded: false, isOfOthers: true, text: 'It already had your changes.' };
    return { kind: 'done', write, result };
  }
  return moved(base, wanted, now);
}

/** The three versions as the cluster answers them, so that they differ only where somebody changed something. */
function moved(base: JsonObject, mine: JsonObject, theirs: JsonObject) {
  const conflict = { base: asAnswered(base, theirs), mine: asAnswered(mine, theirs), theirs };
  return { kind: 'moved', conflict } as const;
}

/** Gathers the changes that the template consists of; waits until they are recorded. */
async function prepared(
  { services, document }: TemplateWriting,
  write: TemplateWrite,
  onWait: () => void,
): Promise<TemplateWrite> {
  return { ...write, gathered: await gatherChanges(services, document, { onWait }) };
}

function unrecorded(gathered: GatheredChanges | undefined): string {
  return gathered?.isUnrecorded === true ? UNRECORDED : '';
}

function article(kind: TemplateStreamKind): string {
  return `${kind === 'index_template' ? 'an' : 'a'} ${KIND_NOUNS[kind]}`;
}
