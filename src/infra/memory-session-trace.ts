import type { SessionTrace } from '#domain/ports';
import { formatEntry, parseEntry, TRACE_LIMIT } from './trace-text.ts';

/** The reference adapter; it keeps nothing beyond the page. */
export function memorySessionTrace(): SessionTrace {
  const texts = new Map<string, readonly string[]>();
  return {
    async append(entry) {
      texts.set(entry.stream, [...(texts.get(entry.stream) ?? []), formatEntry(entry)].slice(-TRACE_LIMIT));
    },
    read: async (stream) => (texts.get(stream) ?? []).map(parseEntry),
  };
}
