import { toJsonValue, formatJson, parseJson } from '#domain/json';
import type { TraceEntry } from '#domain/ports';

/** The entries of a stream that are kept; an older one goes with each that comes. */
export const TRACE_LIMIT = 2_000;

/** An entry as text, so that integers keep their digits and nothing alive gets into a store. @throws NotJsonError */
export function formatEntry(entry: TraceEntry): string {
  return formatJson(toJsonValue(entry));
}

export function parseEntry(text: string): TraceEntry {
  return parseJson(text) as unknown as TraceEntry;
}
