import { createContext, use } from 'react';
import type { TemplateStreamKind } from '#domain/document';
import { isObject, valueAt, type JsonObject } from '#domain/json';
import { templatePlaceOf, type TemplateFormKind } from '#domain/template';
import type { Editor } from '../../../machines/editor.ts';
import { useEditorDocument } from '../../editor/fields/editor-context.tsx';
import type { ListedDraft } from '../../platform/draft-list.ts';

/** The template that the steps are about. */
export interface EditedTemplate {
  readonly kind: TemplateStreamKind;
  /** The name that it has on the cluster, or is to get. */
  readonly name: string;
  /** Which cluster has it: its uuid, or its id in the configuration. Undefined for a draft. */
  readonly cluster?: string;
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

/** The body of the template as it is wanted. */
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

/** Whether the template says something about a section, be it that it is empty. */
export function hasSection(body: JsonObject, kind: TemplateStreamKind, section: string): boolean {
  const holder = kind === 'legacy_template' ? body : valueAt(body, '/template');
  return isObject(holder) && Object.hasOwn(holder, section);
}

/** A section of the template, as it is wanted; empty where it is absent or no object. */
export function sectionOf(body: JsonObject, kind: TemplateStreamKind, section: string): JsonObject {
  const holder = kind === 'legacy_template' ? body : valueAt(body, '/template');
  const value = isObject(holder) && Object.hasOwn(holder, section) ? holder[section] : undefined;
  return isObject(value) ? value : NO_BODY;
}
