import { formatJson, isObject, member, parseJson, type JsonValue, type Pointer } from '#domain/json';
import { consoleSessionStorage } from './console-storage.ts';

/** The expanded rows and the scroll position of a tree. */
export interface TreePlace {
  /** The version that the pointers belong to. */
  readonly version: number;
  readonly isExpandedByDefault: boolean;
  /** The fields whose expansion is not the default. */
  readonly exceptions: readonly Pointer[];
  /** In px from the top. */
  readonly offset: number;
}

/** How many exceptions are kept; of more than that, the first ones. */
const MOST_EXCEPTIONS = 1_000;

const keyOf = (stream: string) => `mapledger-tree:${stream}`;

/** The last place of a stream's tree in this tab; null where that is not known. */
export function keptTreePlace(stream: string): TreePlace | null {
  try {
    const text = consoleSessionStorage().getItem(keyOf(stream));
    return text === null ? null : readPlace(parseJson(text));
  } catch {
    // The page may have no storage, or anything may be stored there: then the tree begins as a new one.
    return null;
  }
}

/** Keeps the place as long as the tab lives, over reloads; without room in the browser the tree begins as a new one. */
export function keepTreePlace(stream: string, { exceptions, ...place }: TreePlace): void {
  try {
    const kept = { ...place, exceptions: exceptions.slice(0, MOST_EXCEPTIONS) };
    consoleSessionStorage().setItem(keyOf(stream), formatJson(kept));
  } catch {
    // No typed content is lost with it.
  }
}

function readPlace(value: JsonValue): TreePlace | null {
  if (!isObject(value)) return null;
  const version = member(value, 'version');
  const offset = member(value, 'offset');
  const exceptions = member(value, 'exceptions');
  if (typeof version !== 'number' || typeof offset !== 'number' || !Array.isArray(exceptions)) return null;
  return {
    version,
    offset,
    isExpandedByDefault: member(value, 'isExpandedByDefault') === true,
    exceptions: (exceptions as readonly JsonValue[]).filter((pointer) => typeof pointer === 'string'),
  };
}
