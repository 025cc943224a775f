import { parseCodeStream } from '#domain/apply';
import { parseTemplateStream, type TemplateStreamKind } from '#domain/document';
import { parsePlanStream } from '#domain/plan';
import { STORAGE_STREAM } from '#domain/storage';

/** The subject of a stream, read from its name. The subject decides who may see the stream. */
export type StreamSubject =
  | { readonly kind: 'draft' }
  | { readonly kind: 'drafts'; readonly author: string }
  /** `cluster` is the uuid of one where it reports one, else its id in the configuration. */
  | { readonly kind: 'index' | TemplateStreamKind; readonly cluster: string; readonly name: string }
  | { readonly kind: 'plan'; readonly id: string }
  | { readonly kind: 'action'; readonly cluster: string }
  /** What applies of a project of files have done, on clusters that need not be configured here. */
  | { readonly kind: 'code'; readonly project: string }
  /** Actions of the server on its own storage. */
  | { readonly kind: 'server' };

const DRAFT = 'draft/';
const DRAFTS = 'workspace/drafts/';
const INDEX = 'index/';
const ACTION = 'action/';

/** Null for a name that no stream of a trail has. */
export function subjectOf(stream: string): StreamSubject | null {
  if (stream === STORAGE_STREAM) return { kind: 'server' };
  if (stream.startsWith(DRAFTS)) {
    const author = decoded(stream.slice(DRAFTS.length));
    return author === null ? null : { kind: 'drafts', author };
  }
  if (stream.startsWith(DRAFT)) return stream.length > DRAFT.length ? { kind: 'draft' } : null;
  if (stream.startsWith(INDEX)) return indexSubject(stream.slice(INDEX.length));
  if (stream.startsWith(ACTION)) {
    const [cluster, id] = cutAt(stream.slice(ACTION.length), '/');
    return cluster === null || id === '' ? null : { kind: 'action', cluster };
  }
  const project = parseCodeStream(stream);
  if (project !== null) return { kind: 'code', project };
  const id = parsePlanStream(stream);
  return id === null || id === '' ? parseTemplateStream(stream) : { kind: 'plan', id };
}

/** `{cluster}/{name}/{uuid}`. */
function indexSubject(rest: string): StreamSubject | null {
  const [cluster, named] = cutAt(rest, '/');
  const slash = named.lastIndexOf('/');
  if (cluster === null || slash < 1 || slash === named.length - 1) return null;
  return { kind: 'index', cluster, name: named.slice(0, slash) };
}

/** The encoded part before a separator, null where it is none, and what is behind it. */
function cutAt(text: string, separator: string): readonly [string | null, string] {
  const at = text.indexOf(separator);
  return at < 1 ? [null, ''] : [decoded(text.slice(0, at)), text.slice(at + 1)];
}

function decoded(text: string): string | null {
  try {
    return text === '' ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}
