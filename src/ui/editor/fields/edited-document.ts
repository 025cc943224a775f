import type { TargetEngine } from '#domain/catalogue';
import { draftStream } from '#domain/commands';
import type { TemplateStreamKind } from '#domain/document';
import type { JsonObject, Pointer } from '#domain/json';
import type { TemplateStep } from '../../../machines/editor-tabs.ts';
import type { ListedDraft } from '../../platform/draft-list.ts';

/** A template in the list of its kind. */
export interface LinkedTemplate {
  readonly template: string;
  readonly kind: TemplateStreamKind;
}

/** What the editor is open on: a draft, the mapping of a live index, or a template of a cluster. */
export interface EditedDocument {
  readonly name: string;
  /** In the heading: "Index template". */
  readonly kind: string;
  /** In sentences: "the draft". */
  readonly noun: string;
  /** The engine that it is written for. */
  readonly target: TargetEngine;
  readonly stream: string;
  readonly mappingsAt: Pointer;
  /** What the cluster has, with which the document of a stream that does not exist yet begins. */
  readonly found?: JsonObject;
  /** Why it can be read, but not changed. */
  readonly readOnlyReason?: string;
  /** What of the body is exported as JSON. */
  readonly exportedAt: Pointer;
  /** Where the way back leads. */
  readonly back: 'drafts' | { readonly index: string } | LinkedTemplate;
  /** Of a template: the step that is shown first. */
  readonly firstStep?: TemplateStep;
}

/** A draft of the list, to be edited. */
export function editedDraft({ id, name, kind, target, mappingsAt }: ListedDraft): EditedDocument {
  return {
    name,
    kind: kind.charAt(0).toUpperCase() + kind.slice(1),
    noun: 'draft',
    target,
    mappingsAt,
    stream: draftStream(id),
    exportedAt: '',
    back: 'drafts',
  };
}
