import { parseCodeStream } from '#domain/apply';
import { besideStream, type BesideStream } from '#domain/commands';
import { parseTemplateStream, type TemplateStreamKind } from '#domain/document';
import { parsePlanStream } from '#domain/plan';
import { STORAGE_STREAM } from '#domain/storage';

/** A document that has mappings. */
type DocumentSubject =
  | { readonly kind: 'draft' }
  /** `cluster` is the uuid of one where it reports one, else its id in the configuration. */
  | { readonly kind: 'index' | TemplateStreamKind; readonly cluster: string; readonly name: string };

/** The subject of a stream, read from its name. The subject decides who may see the stream. */
export type StreamSubject =
  | DocumentSubject
  | { readonly kind: 'drafts'; readonly author: string }
  /** The rules of lint that are switched off for a document: `stream` is that of the document. */
  | { readonly kind: 'lint_rules'; readonly stream: string; readonly of: DocumentSubject }
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
  const beside = besideStream(stream);
  if (beside !== null) return lintSubject(beside);
  if (stream.startsWith(ACTION)) {
    const [cluster, id] = cutAt(stream.slice(ACTION.length), '/');
    return cluster === null || id === '' ? null : { kind: 'action', cluster };
  }
  const project = parseCodeStream(stream);
  if (project !== null) return { kind: 'code', project };
  const id = parsePlanStream(stream);
  return id === null || id === '' ? documentSubject(stream) : { kind: 'plan', id };
}

/** Document tests are never recorded here: they are somebody's documents. */
function lintSubject({ kind, stream }: BesideStream): StreamSubject | null {
  const of = kind === 'lint' ? documentSubject(stream) : null;
  return of === null ? null : { kind: 'lint_rules', stream, of };
}

/** Null for a stream of no document with mappings. */
function documentSubject(stream: string): DocumentSubject | null {
  if (stream.startsWith(DRAFT)) return stream.length > DRAFT.length ? { kind: 'draft' } : null;
  return stream.startsWith(INDEX) ? indexSubject(stream.slice(INDEX.length)) : parseTemplateStream(stream);
}

/** The stream by whose owner it is decided who may see a stream: that of the document, where it is beside one. */
export function ownedStream(stream: string): string {
  const subject = subjectOf(stream);
  return subject?.kind === 'lint_rules' ? subject.stream : stream;
}

/** `{cluster}/{name}/{uuid}`. */
function indexSubject(rest: string): DocumentSubject | null {
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
