import { useMemo } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { isLiveDocument } from '#domain/document';
import type { TriedIndex } from '#domain/documents';
import { isArray, isObject, member, valueAt, type Body, type JsonObject, type Pointer } from '#domain/json';
import {
  dataStreamAround,
  missingComponents,
  newIndexOf,
  settingsBeside,
  templateAround,
  type ComponentBodies,
} from '#domain/template';
import { useComponentBodies } from '../../cluster/use-component-bodies.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';

/** The mappings that are edited, with their settings, as they are now. */
interface EditedIndex {
  /** Null until the settings of a live index are known, and the component templates of a template. */
  readonly tried: TriedIndex | null;
  /** The same with what is known so far. */
  readonly known: TriedIndex;
  /** What the edited mappings say alone, without component templates. */
  readonly own: TriedIndex;
  /** Those of the cluster by name; null where the edited template uses none, and until they are known. */
  readonly components: ComponentBodies | null;
  /** Why new indices of the edited template are not told, or only in part, as sentences. */
  readonly untold: readonly string[];
  /** The live index whose mappings these are. */
  readonly index: string | undefined;
  readonly uuid: string | undefined;
  readonly error: Error | null;
  /** The settings of the live index, where they could be read. */
  readonly ofIndex: JsonObject | undefined;
}

interface EditedIndexOptions {
  /** Whether component templates are asked for and composed; else a template is what it says alone. */
  readonly isComposed?: boolean;
}

export function useEditedIndex({ isComposed = true }: EditedIndexOptions = {}): EditedIndex {
  const { target, document } = useOpenEditor();
  const { state } = useEditorDocument();
  const { body, mappingsAt } = state;
  const { back } = document;
  const isLive = isLiveDocument(state);
  const { index, uuid } = isLive && typeof back === 'object' && 'index' in back ? back : NO_INDEX;
  const read = useApiQuery('settings.get', { params: { name: index ?? '' } }, { isEnabled: index !== undefined });
  const given: unknown = read.data?.settings;
  const isOther = isObject(given) && uuid !== undefined && (member(given, 'index.uuid') ?? uuid) !== uuid;
  const ofIndex = isObject(given) && !isOther ? given : undefined;
  const mappings = objectAt(body, mappingsAt);
  const settings = isLive ? ofIndex : settingsBeside(body, mappingsAt);
  const dataStream = isLive ? undefined : dataStreamAround(body, mappingsAt);
  const template = isLive || !isComposed ? undefined : composedTemplateAround(body, mappingsAt);
  const { components, isPending } = useComponentBodies(template !== undefined);
  // Without what the cluster has, the defaults are tried: a cluster that is down keeps nobody from it.
  const isReady = (index === undefined || !read.isPending) && !isPending;
  const own = useMemo(
    () => triedIndex({ mappings, settings, dataStream }, target),
    [mappings, settings, dataStream, target],
  );
  const composed = useMemo(
    () => (template === undefined || components === null ? null : composedIndex(template, components, target)),
    [template, components, target],
  );
  const known = composed?.index ?? own;
  const isUnread = template !== undefined && components === null && !isPending;
  return {
    tried: isReady ? known : null,
    known,
    own,
    components,
    untold: isUnread ? COMPONENTS_UNREAD : (composed?.untold ?? NO_SENTENCES),
    index,
    uuid,
    error: read.error,
    ofIndex,
  };
}

const NO_SENTENCES: readonly string[] = [];
export const COMPONENTS_UNREAD: readonly string[] = [
  'The component templates can’t be read, so they are not included.',
];

/** The index template around mappings, where it is composed of component templates. */
export function composedTemplateAround(body: Body, mappingsAt: Pointer): JsonObject | undefined {
  const template = templateAround(body, mappingsAt);
  const names = template === undefined ? undefined : member(template, 'composed_of');
  return isArray(names) && names.length > 0 ? template : undefined;
}

/** What a new index of a composed template gets, and why that is not all, as sentences. */
export function composedIndex(
  template: JsonObject,
  components: ComponentBodies,
  engine: TargetEngine,
): { readonly index: TriedIndex; readonly untold: readonly string[] } {
  const { index, problems } = newIndexOf(template, components, engine);
  const missing = missingComponents(template, (name) => components.get(name) !== undefined);
  return {
    index: { ...index, engine },
    untold: [
      ...(missing.length === 0 ? [] : [missingSentence(missing)]),
      ...problems.slice(0, 1).map(({ path, reason }) => `The engine would refuse the template: ${path}: ${reason}`),
    ],
  };
}

function missingSentence(missing: readonly string[]): string {
  const [name, ...more] = missing;
  return more.length === 0
    ? `The component template ${name} does not exist, so it is not included.`
    : `The component templates ${missing.join(', ')} do not exist, so they are not included.`;
}

/**
 * The index of mappings that were edited, as they were: those of a template with its component templates, where they
 * are known.
 */
export function indexThen(
  body: Body,
  mappingsAt: Pointer,
  target: TargetEngine,
  components: ComponentBodies | null,
): TriedIndex {
  const template = components === null ? undefined : composedTemplateAround(body, mappingsAt);
  if (template !== undefined && components !== null) return composedIndex(template, components, target).index;
  const parts = {
    mappings: objectAt(body, mappingsAt),
    settings: settingsBeside(body, mappingsAt),
    dataStream: dataStreamAround(body, mappingsAt),
  };
  return triedIndex(parts, target);
}

interface TriedParts {
  readonly mappings: JsonObject;
  readonly settings: JsonObject | undefined;
  readonly dataStream: JsonObject | undefined;
}

export function triedIndex({ mappings, settings, dataStream }: TriedParts, engine: TargetEngine): TriedIndex {
  return {
    mappings,
    engine,
    ...(settings !== undefined && { settings }),
    ...(dataStream !== undefined && { dataStream }),
  };
}

const NOTHING: JsonObject = {};
const NO_INDEX = { index: undefined, uuid: undefined };

function objectAt(body: Body, at: Pointer): JsonObject {
  const value = valueAt(body, at);
  return isObject(value) ? value : NOTHING;
}
