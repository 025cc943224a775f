import { createContext, use } from 'react';
import type { TemplateStreamKind } from '#domain/document';
import { isObject, valueAt, type JsonObject } from '#domain/json';
import { templatePlaceOf, type TemplateFormKind, type TemplateType } from '#domain/template';
import type { Editor } from '../../../machines/editor.ts';
import { useEditorDocument } from '../../editor/fields/editor-context.tsx';
import type { ListedDraft } from '../../platform/draft-list.ts';

/** The template that the steps edit. */
export interface EditedTemplate {
  readonly kind: TemplateStreamKind;
  /** The template's name on the cluster, now or after saving. */
  readonly name: string;
  /** The cluster that has the template: its uuid, or its id in the configuration. Undefined for a draft. */
  readonly cluster?: string;
  /**
   * What manages the template on the cluster; undefined for a draft, and where the cluster no longer has the template.
   */
  readonly type?: TemplateType;
  /** Undefined for a template of a cluster. */
  readonly draft?: ListedDraft;
}

export const FORM_KINDS = {
  index_template: 'index',
  legacy_template: 'legacy',
  component_template: 'component',
} as const satisfies Readonly<Record<TemplateStreamKind, TemplateFormKind>>;

export const TemplateContext = createContext<EditedTemplate | null>(null);

export function useEditedTemplate(): EditedTemplate {
  const template = use(TemplateContext);
  if (template === null) throw new Error('useEditedTemplate must be used within a <TemplateContext />');
  return template;
}

const NO_BODY: JsonObject = {};

/** The edited body of the template. */
export function templateBody(state: Parameters<typeof templatePlaceOf>[0]): JsonObject {
  const place = templatePlaceOf(state);
  const body = place === null ? undefined : valueAt(state.body, place.at);
  return isObject(body) ? body : NO_BODY;
}

export function bodyIn(editor: Editor): JsonObject {
  return templateBody(editor.document.getSnapshot().state);
}

export function useTemplateBody(): JsonObject {
  return templateBody(useEditorDocument().state);
}

/** Whether the template contains a section, even an empty one. */
export function hasSection(body: JsonObject, kind: TemplateStreamKind, section: string): boolean {
  const holder = kind === 'legacy_template' ? body : valueAt(body, '/template');
  return isObject(holder) && Object.hasOwn(holder, section);
}

/** An edited section of the template; empty where it is absent or not an object. */
export function sectionOf(body: JsonObject, kind: TemplateStreamKind, section: string): JsonObject {
  const holder = kind === 'legacy_template' ? body : valueAt(body, '/template');
  const value = isObject(holder) && Object.hasOwn(holder, section) ? holder[section] : undefined;
  return isObject(value) ? value : NO_BODY;
}
