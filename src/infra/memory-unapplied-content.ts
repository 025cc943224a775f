import type { UnappliedContentStore } from '#domain/ports';
import {
  adoptedBy,
  formatContent,
  isRecovered,
  parseContent,
  removedContent,
  storeKeyOf,
  typedIn,
  type StoredContent,
} from './unapplied-text.ts';

/** The reference adapter; it keeps nothing beyond the page. */
export function memoryUnappliedContent(): UnappliedContentStore {
  const texts = new Map<string, string>();
  const keyOf = (key: Parameters<typeof storeKeyOf>[0]) => JSON.stringify(storeKeyOf(key));
  const of = (stream: string) => [...texts.values()].map(parseContent).filter((content) => content.stream === stream);
  const put = (content: StoredContent) => void texts.set(keyOf(content), formatContent(content));
  const recover = (content: StoredContent) => {
    if (!isRecovered(content, of(content.stream))) put(content);
  };
  return {
    put: async (content) => put(content),
    remove: async (removal) => put(removedContent(removal)),
    recover: async (content) => recover(content),
    recoverRemoval: async (removal) => recover(removedContent(removal)),
    read: async (stream) => typedIn(of(stream)),
    async adopt(stream, tab, isAdoptable) {
      const adopted = adoptedBy(tab, of(stream), isAdoptable);
      for (const content of adopted) {
        put(removedContent(content));
        put({ ...content, tab });
      }
      return adopted.map((content) => ({ ...content, tab }));
    },
  };
}
