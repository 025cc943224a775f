import type { UnappliedContentStore } from '#domain/ports';
import { adoptedBy, formatContent, isRecovered, oldestFirst, parseContent, storeKeyOf } from './unapplied-text.ts';

/** The reference adapter; it keeps nothing beyond the page. */
export function memoryUnappliedContent(): UnappliedContentStore {
  const texts = new Map<string, string>();
  const keyOf = (key: Parameters<typeof storeKeyOf>[0]) => JSON.stringify(storeKeyOf(key));
  const of = (stream: string) => [...texts.values()].map(parseContent).filter((content) => content.stream === stream);
  return {
    async put(content) {
      texts.set(keyOf(content), formatContent(content));
    },
    async remove(key) {
      texts.delete(keyOf(key));
    },
    async recover(content) {
      const text = formatContent(content);
      if (!isRecovered(content, of(content.stream))) texts.set(keyOf(content), text);
    },
    read: async (stream) => oldestFirst(of(stream)),
    async adopt(stream, tab, isAdoptable) {
      const found = adoptedBy(tab, of(stream), isAdoptable);
      for (const content of found) {
        texts.delete(keyOf(content));
        texts.set(keyOf({ ...content, tab }), formatContent({ ...content, tab }));
      }
      return found.map((content) => ({ ...content, tab }));
    },
  };
}
