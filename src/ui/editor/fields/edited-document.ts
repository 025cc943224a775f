import type { TargetEngine } from '#domain/catalogue';
import { draftStream } from '#domain/commands';
import type { TemplateStreamKind } from '#domain/document';
import type { JsonObject, Pointer } from '#domain/json';
import { capitalized } from '#domain/console';
import type { TemplateStep } from '../../../machines/forms/editor-tabs.ts';
import type { ListedDraft } from '../../platform/draft-list.ts';

/** A link to an index. */
interface LinkedIndex {
  readonly index: string;
  /** Of the index whose mapping this is: another one may have its name now. Absent where only the link is needed. */
  readonly uuid?: string;
}

/** A link to a template in the list of its kind. */
export interface LinkedTemplate {
  readonly template: string;
  readonly kind: TemplateStreamKind;
}

/** A link to the list of templates of a kind. */
export interface LinkedTemplates {
  readonly templatesOf: TemplateStreamKind;
}

/** The document that the editor has open: a draft, the mapping of a live index, or a template of a cluster. */
export interface EditedDocument {
  readonly name: string;
  /** For the heading: "Index template". */
  readonly kind: string;
  /** For sentences: "draft". */
  readonly noun: string;
  /** The engine that the document is written for. */
  readonly target: TargetEngine;
  readonly stream: string;
  readonly mappingsAt: Pointer;
  /** The body on the cluster; a document whose stream does not exist yet starts with it. */
  readonly found?: JsonObject;
  /** Why the document is read-only; absent where it can be changed. */
  readonly readOnlyReason?: string;
  /** The part of the body that is exported as JSON. */
  readonly exportedAt: Pointer;
  /** The target of the back link. */
  readonly back: 'drafts' | LinkedIndex | LinkedTemplate | LinkedTemplates;
  /** The step of a template that is shown first. */
  readonly firstStep?: TemplateStep;
}

/** The document of a listed draft, to be edited. */
export function editedDraft({ id, name, kind, target, mappingsAt }: ListedDraft): EditedDocument {
  return {
    name,
    kind: capitalized(kind),
    noun: 'draft',
    target,
    mappingsAt,
    stream: draftStream(id),
    exportedAt: '',
    back: 'drafts',
  };
}
