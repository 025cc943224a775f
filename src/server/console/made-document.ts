import {
  indexStream,
  liveDocument,
  liveTemplateDocument,
  templateStream,
  type TemplateStreamKind,
} from '#domain/document';
import { objectMember } from '#domain/json';
import { uuidOf } from './calls.ts';
import type { ConsoleContext, MadeDocument, OpenCluster } from './context.ts';
import { readOfIndex } from './one-index.ts';
import { templateResource } from './template-resource.ts';

/** A created document, and the streams that what it was made from may have. */
export interface MadeFrom extends MadeDocument {
  /** For each thing that it was made from, the streams that it may have: the first with records counts. */
  readonly from: readonly (readonly string[])[];
}

/**
 * Begins the log of something new with what it was made from, so that who set a value before is found there. Nothing is
 * recorded where none of that has a log, or the new one has one already.
 */
export type RecordMade = (made: MadeFrom) => Promise<void>;

/** Names that streams have for a cluster, the usual one first: its uuid, where it tells one, and its id. */
export async function namesOfCluster({ entry, capabilities }: OpenCluster): Promise<readonly [string, ...string[]]> {
  const { uuid } = await capabilities();
  return uuid === undefined ? [entry.id] : [uuid, entry.id];
}

/** An index as the cluster has it now. @throws ClusterError, RequestError where it is not there */
export async function madeIndex(context: ConsoleContext, name: string): Promise<MadeDocument | null> {
  const uuid = await uuidOf(context, name);
  if (typeof uuid !== 'string') return null;
  const mappings = objectMember(await readOfIndex(context, name, ['_mapping']), 'mappings') ?? {};
  const [cluster] = await namesOfCluster(context.cluster);
  return { stream: indexStream({ cluster, name, uuid }), body: liveDocument(mappings) };
}

/** A template as the cluster has it now. @throws ClusterError, RequestError where it is not there */
export async function madeTemplate(
  kind: TemplateStreamKind,
  context: ConsoleContext,
  name: string,
): Promise<MadeDocument> {
  const body = await templateResource(kind).get(context, name);
  const [cluster] = await namesOfCluster(context.cluster);
  return { stream: templateStream({ kind, cluster, name }), body: liveTemplateDocument(body) };
}
