import { useMemo } from 'react';
import { clusterMappings, isLiveDocument } from '#domain/document';
import { bodyAt } from '#domain/history';
import { deepEqual, member, stringsIn, type Body, type Pointer } from '#domain/json';
import { resolvePath } from '#domain/mapping';
import type { ComponentBodies } from '#domain/template';
import { bodiesOf } from '../../cluster/template-bodies.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useEditorDocument, useOpenEditor } from '../fields/editor-context.tsx';
import { composedTemplateAround, indexThen, triedIndex, useEditedIndex } from '../fields/use-edited-index.ts';
import type { TriedIndices } from './document-run.ts';

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
  /** The component template that maps a field; null where none is included. */
  readonly componentOf: ((path: string) => string | undefined) | null;
}

/** The mappings that are edited, with their settings, now and before the edits of this visit. */
export function useTriedIndex(): TriedOn {
  const { target, openedAt } = useOpenEditor();
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
  const listed = useApiQuery('component_templates.list', {}, { isEnabled: hadComponents });
  const componentsThen = useMemo(() => (listed.data === undefined ? null : bodiesOf(listed.data)), [listed.data]);
  const indices = useMemo((): TriedIndices | null => {
    if (tried === null) return null;
    const then =
      onCluster !== null
        ? triedIndex({ mappings: onCluster, settings: ofIndex, dataStream: undefined }, target)
        : opened === null || (hadComponents && componentsThen === null)
          ? null
          : indexThen(opened, mappingsAt, target, componentsThen);
    if (then === null) return { after: tried, before: null };
    const isSame =
      deepEqual(then.mappings, tried.mappings) &&
      deepEqual(then.settings ?? {}, tried.settings ?? {}) &&
      deepEqual(then.dataStream, tried.dataStream);
    return { after: tried, before: isSame ? null : then };
  }, [tried, onCluster, opened, ofIndex, target, mappingsAt, hadComponents, componentsThen]);
  const componentOf = useMemo(() => componentFinder(body, mappingsAt, components), [body, mappingsAt, components]);
  return {
    indices,
    index,
    beforeLabel: isLive ? 'On the cluster' : 'When opened',
    error,
    untold,
    componentOf,
  };
}

/** Of a path, the component template that is the last to map it. Cost: the objects on the way to it, in each. */
function componentFinder(
  body: Body,
  mappingsAt: Pointer,
  components: ComponentBodies | null,
): ((path: string) => string | undefined) | null {
  const template = composedTemplateAround(body, mappingsAt);
  if (template === undefined || components === null) return null;
  const names = stringsIn(member(template, 'composed_of')).toReversed();
  return (path) => names.find((name) => resolvePath(components.get(name), MAPPINGS_OF_COMPONENT, path) !== null);
}

const MAPPINGS_OF_COMPONENT = '/template/mappings';
