import { isObject, member, parseJson, type JsonValue, type Pointer } from '#domain/json';

/** How a tree was shown. */
export interface TreePlace {
  /** The version that the pointers belong to. */
  readonly version: number;
  readonly isExpandedByDefault: boolean;
  /** The fields that are otherwise than by default. */
  readonly exceptions: readonly Pointer[];
  /** In px from the top. */
  readonly offset: number;
}

/** Fields that are remembered; who opens more of them by hand finds the first ones. */
const MOST_EXCEPTIONS = 1_000;

const keyOf = (stream: string) => `mapledger-tree:${stream}`;

/** How a stream's tree was last shown in this tab; null where that is not known. */
export function keptTreePlace(stream: string): TreePlace | null {
  try {
    const text = window.sessionStorage.getItem(keyOf(stream));
    return text === null ? null : readPlace(parseJson(text));
  } catch {
    // The page may have no storage, and what stands in it may be anything: then the tree begins as a new one.
    return null;
  }
}

/** Keeps it for as long as the tab lives, over reloads; where the browser has no room the tree begins anew. */
export function keepTreePlace(stream: string, { exceptions, ...place }: TreePlace): void {
  try {
    const kept = { ...place, exceptions: exceptions.slice(0, MOST_EXCEPTIONS) };
    window.sessionStorage.setItem(keyOf(stream), JSON.stringify(kept));
  } catch {
    // Nothing that was typed is lost with it.
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
