import { useMemo } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { clusterMappings, isLiveDocument } from '#domain/document';
import type { TriedIndex } from '#domain/documents';
import { bodyAt } from '#domain/history';
import { deepEqual, isArray, isObject, member, valueAt, type Body, type JsonObject, type Pointer } from '#domain/json';
import { settingsBeside } from '#domain/template';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useEditorDocument, useOpenEditor } from '../fields/editor-context.tsx';
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

/** The mappings that are edited, with their settings, as they are now. */
interface EditedIndex {
  /** Null until the settings of a live index are known. */
  readonly tried: TriedIndex | null;
  /** As in {@link TriedOn}. */
  readonly index: string | undefined;
  readonly uuid: string | undefined;
  readonly error: Error | null;
  /** The settings of the live index, where they could be read. */
  readonly ofIndex: JsonObject | undefined;
}

export function useEditedIndex(): EditedIndex {
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
  // Without what the cluster has, the defaults are tried: a cluster that is down keeps nobody from it.
  const isReady = index === undefined || !read.isPending;
  const tried = useMemo(
    () => (isReady ? triedIndex(mappings, settings, target) : null),
    [isReady, mappings, settings, target],
  );
  return { tried, index, uuid, error: read.error, ofIndex };
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
    const settingsThen = isLive ? ofIndex : settingsBeside(opened ?? undefined, mappingsAt);
    const isSame = deepEqual(then, tried.mappings) && deepEqual(settingsThen ?? {}, tried.settings ?? {});
    return { after: tried, before: isSame ? null : triedIndex(then, settingsThen, target) };
  }, [tried, isLive, onCluster, opened, ofIndex, target, mappingsAt]);
  return {
    indices,
    index,
    beforeLabel: isLive ? 'On the cluster' : 'When opened',
    error,
    hasComponents: isComposed(body),
  };
}

function triedIndex(mappings: JsonObject, settings: JsonObject | undefined, engine: TargetEngine): TriedIndex {
  return { mappings, engine, ...(settings !== undefined && { settings }) };
}

const NOTHING: JsonObject = {};
const NO_INDEX = { index: undefined, uuid: undefined };

function objectAt(body: Body, at: Pointer): JsonObject {
  const value = valueAt(body, at);
  return isObject(value) ? value : NOTHING;
}

function isComposed(body: Body): boolean {
  const components = isObject(body) ? member(body, 'composed_of') : undefined;
  return isArray(components) && components.length > 0;
}
