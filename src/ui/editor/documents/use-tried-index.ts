import { useMemo } from 'react';
import { clusterMappings, isLiveDocument } from '#domain/document';
import { bodyAt } from '#domain/history';
import type { TargetEngine } from '#domain/catalogue';
import { deepEqual, member, stringsIn, type Body, type JsonObject, type Pointer } from '#domain/json';
import { resolvePath } from '#domain/mapping';
import { templateAround, type ComponentBodies } from '#domain/template';
import { useComponentBodies } from '../../cluster/use-component-bodies.ts';
import { useEditorDocument, useOpenEditor } from '../fields/editor-context.tsx';
import {
  composedIndex,
  composedTemplateAround,
  COMPONENTS_UNREAD,
  indexThen,
  triedIndex,
  useEditedIndex,
} from '../fields/use-edited-index.ts';
import type { TriedIndices } from './document-run.ts';
import type { UsingTemplate } from './use-using-templates.ts';

/** What a document is tried on. */
export interface TriedOn {
  /** Null until the settings of a live index are known. */
  readonly indices: TriedIndices | null;
  /** The live index whose mappings these are. */
  readonly index: string | undefined;
  /** What the mappings were before the edits. */
  readonly beforeLabel: string;
  /** Why the settings of the live index could not be read. */
  readonly error: Error | null;
  /** Why new indices of the template are not told, or only in part, as sentences. */
  readonly untold: readonly string[];
  /** The template that maps a field, such as `component template ecs`; null where the edited one is tried alone. */
  readonly holderOf: ((path: string) => string | undefined) | null;
}

/**
 * The mappings that are edited, with their settings, now and before the edits of this visit.
 * @param within of a component template, the index template in which it is tried
 */
export function useTriedIndex(within: UsingTemplate | undefined): TriedOn {
  const { target, openedAt, document } = useOpenEditor();
  const { state } = useEditorDocument();
  const { body, mappingsAt } = state;
  const { tried, index, error, ofIndex, components, untold } = useEditedIndex();
  const isLive = isLiveDocument(state);
  const opened = useMemo(
    () => (isLive || openedAt >= state.history.version ? null : bodyAt(state, openedAt)),
    [isLive, openedAt, state],
  );
  const onCluster = isLive ? clusterMappings(body) : null;
  // A template may have been composed of others, or of none, when it was opened.
  const hadComponents = opened !== null && composedTemplateAround(opened, mappingsAt) !== undefined;
  const { components: read, isPending } = useComponentBodies(hadComponents || within !== undefined);
  const inTemplate = useMemo(
    () =>
      within === undefined || read === null ? null : composerOf(within, document.name, read, { mappingsAt, target }),
    [within, read, document.name, mappingsAt, target],
  );
  const composed = useMemo(() => inTemplate?.(body) ?? null, [inTemplate, body]);
  const isWaiting = within !== undefined && composed === null && isPending;
  const indices = useMemo((): TriedIndices | null => {
    const after = composed?.index ?? tried;
    if (after === null || isWaiting) return null;
    const then =
      onCluster !== null
        ? triedIndex({ mappings: onCluster, settings: ofIndex, dataStream: undefined }, target)
        : opened === null || (hadComponents && read === null)
          ? null
          : (inTemplate?.(opened).index ?? indexThen(opened, mappingsAt, target, read));
    if (then === null) return { after, before: null };
    const isSame =
      deepEqual(then.mappings, after.mappings) &&
      deepEqual(then.settings ?? {}, after.settings ?? {}) &&
      deepEqual(then.dataStream, after.dataStream);
    return { after, before: isSame ? null : then };
  }, [tried, composed, isWaiting, onCluster, opened, ofIndex, target, mappingsAt, hadComponents, inTemplate, read]);
  const holderOf = useMemo(() => {
    const edited = { holder: undefined, body, mappingsAt };
    const template = composedTemplateAround(body, mappingsAt);
    if (within !== undefined) {
      const last = { holder: `index template ${within.name}`, body: within.body, mappingsAt: MAPPINGS_AT };
      return read === null ? null : holderFinder([last, ...layersOf(within.body, edited, read, document.name)]);
    }
    if (template === undefined || components === null) return null;
    return holderFinder([edited, ...layersOf(template, edited, components)]);
  }, [within, document.name, body, mappingsAt, components, read]);
  return {
    indices,
    index,
    beforeLabel: isLive ? 'On the cluster' : 'When opened',
    error,
    untold: within === undefined ? untold : (composed?.untold ?? (isWaiting ? [] : COMPONENTS_UNREAD)),
    holderOf,
  };
}

/** What a new index of a template gets, by the body of the document of one of its component templates. */
function composerOf(
  { body: template }: UsingTemplate,
  name: string,
  components: ComponentBodies,
  { mappingsAt, target }: { readonly mappingsAt: Pointer; readonly target: TargetEngine },
): (body: Body) => ReturnType<typeof composedIndex> {
  return (body) => {
    const edited = templateAround(body, mappingsAt);
    return composedIndex(template, { get: (each) => (each === name ? edited : components.get(each)) }, target);
  };
}

/** One of the mappings that a new index is composed of. */
interface MappingLayer {
  /** Such as `component template ecs`; undefined for the edited template. */
  readonly holder: string | undefined;
  readonly body: Body;
  readonly mappingsAt: Pointer;
}

const MAPPINGS_AT = '/template/mappings';

/** The parts of a template, the last first. */
function layersOf(template: JsonObject, edited: MappingLayer, components: ComponentBodies, name?: string) {
  return stringsIn(member(template, 'composed_of'))
    .toReversed()
    .map((each): MappingLayer =>
      each === name
        ? edited
        : { holder: `component template ${each}`, body: components.get(each), mappingsAt: MAPPINGS_AT },
    );
}

/** Of a path, the template that is the last to map it. Cost: the objects on the way to it, in each. */
function holderFinder(layers: readonly MappingLayer[]): (path: string) => string | undefined {
  return (path) => layers.find(({ body, mappingsAt }) => resolvePath(body, mappingsAt, path) !== null)?.holder;
}
