import { parseLiveStream, type TemplateStreamKind } from '#domain/document';
import type { StreamInfo } from '#domain/ports';
import type { ListedAction } from '../change-reader.ts';

/** Something on the chosen cluster whose history is shown. */
export interface HistoryObject {
  readonly kind: 'index' | TemplateStreamKind | 'data_stream' | 'alias';
  readonly name: string;
  /** The uuid of an index; absent where it is not known, or the index no longer exists. */
  readonly uuid?: string;
}

/** Whether changes of an object are recorded in its own log. */
export function hasLog({ kind }: HistoryObject): boolean {
  return kind !== 'data_stream' && kind !== 'alias';
}

/**
 * The log of an object on a cluster, which is given by the names that logs use for it. Of several indices that had the
 * name one after the other, the present one, or else the one with the most changes.
 */
export function logOf(
  { kind, name, uuid }: HistoryObject,
  clusterNames: readonly string[],
  streams: readonly StreamInfo[],
): StreamInfo | null {
  const logs = streams.filter(({ stream }) => {
    const live = parseLiveStream(stream);
    if (live?.kind !== kind || live.name !== name) return false;
    if (live.cluster !== undefined && !clusterNames.includes(live.cluster)) return false;
    return uuid === undefined || live.uuid === undefined || live.uuid === uuid;
  });
  // A log from before logs named their cluster may be there beside its copy that does.
  return logs.reduce<StreamInfo | null>(
    (best, log) => (best !== null && best.version > log.version ? best : log),
    null,
  );
}

/** The families of routes that act on templates alone. */
const TEMPLATE_FAMILIES: Readonly<Record<string, readonly HistoryObject['kind'][]>> = {
  index_templates: ['index_template', 'legacy_template'],
  component_templates: ['component_template'],
};

/** Whether an action with the name of an object can be about it: a template and an index may have the same name. */
export function isActionOn({ kind }: HistoryObject, { route }: Pick<ListedAction, 'route'>): boolean {
  const [family = ''] = route.split('.');
  const kinds = Object.hasOwn(TEMPLATE_FAMILIES, family) ? TEMPLATE_FAMILIES[family] : undefined;
  if (kinds !== undefined) return kinds.includes(kind);
  return family === 'plans' || !Object.values(TEMPLATE_FAMILIES).some((each) => each.includes(kind));
}
