import { useMemo } from 'react';
import { clusterMappings, isLiveDocument } from '#domain/document';
import { bodyAt } from '#domain/history';
import { deepEqual, isArray, isObject, member, type Body } from '#domain/json';
import { dataStreamAround, settingsBeside } from '#domain/template';
import { useEditorDocument, useOpenEditor } from '../fields/editor-context.tsx';
import { objectAt, triedIndex, useEditedIndex } from '../fields/use-edited-index.ts';
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
  /** Whether the template takes mappings from component templates, too. */
  readonly hasComponents: boolean;
}

/** The mappings that are edited, with their settings, now and before the edits of this visit. */
export function useTriedIndex(): TriedOn {
  const { target, openedAt } = useOpenEditor();
  const { state } = useEditorDocument();
  const { body, mappingsAt } = state;
  const { tried, index, error, ofIndex } = useEditedIndex();
  const isLive = isLiveDocument(state);
  const opened = useMemo(
    () => (isLive || openedAt >= state.history.version ? null : bodyAt(state, openedAt)),
    [isLive, openedAt, state],
  );
  const onCluster = isLive ? clusterMappings(body) : null;
  const indices = useMemo((): TriedIndices | null => {
    if (tried === null) return null;
    const then = isLive ? onCluster : opened === null ? null : objectAt(opened, mappingsAt);
    if (then === null) return { after: tried, before: null };
    const beside = isLive
      ? { settings: ofIndex, dataStream: undefined }
      : {
          settings: settingsBeside(opened ?? undefined, mappingsAt),
          dataStream: dataStreamAround(opened ?? undefined, mappingsAt),
        };
    const isSame =
      deepEqual(then, tried.mappings) &&
      deepEqual(beside.settings ?? {}, tried.settings ?? {}) &&
      deepEqual(beside.dataStream, tried.dataStream);
    return { after: tried, before: isSame ? null : triedIndex({ mappings: then, ...beside }, target) };
  }, [tried, isLive, onCluster, opened, ofIndex, target, mappingsAt]);
  return {
    indices,
    index,
    beforeLabel: isLive ? 'On the cluster' : 'When opened',
    error,
    hasComponents: isComposed(body),
  };
}

function isComposed(body: Body): boolean {
  const components = isObject(body) ? member(body, 'composed_of') : undefined;
  return isArray(components) && components.length > 0;
}
