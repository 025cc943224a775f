import { useMemo } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { isLiveDocument } from '#domain/document';
import type { TriedIndex } from '#domain/documents';
import { isObject, member, valueAt, type Body, type JsonObject, type Pointer } from '#domain/json';
import { dataStreamAround, settingsBeside } from '#domain/template';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';

/** The mappings that are edited, with their settings, as they are now. */
interface EditedIndex {
  /** Null until the settings of a live index are known. */
  readonly tried: TriedIndex | null;
  /** The same with what is known so far: without the settings of a live index until they are. */
  readonly known: TriedIndex;
  /** The live index whose mappings these are. */
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
  const dataStream = isLive ? undefined : dataStreamAround(body, mappingsAt);
  // Without what the cluster has, the defaults are tried: a cluster that is down keeps nobody from it.
  const isReady = index === undefined || !read.isPending;
  const known = useMemo(
    () => triedIndex({ mappings, settings, dataStream }, target),
    [mappings, settings, dataStream, target],
  );
  return { tried: isReady ? known : null, known, index, uuid, error: read.error, ofIndex };
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

export function objectAt(body: Body, at: Pointer): JsonObject {
  const value = valueAt(body, at);
  return isObject(value) ? value : NOTHING;
}
