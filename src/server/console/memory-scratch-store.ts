import { scratchIndices, type ScratchIndex, type ScratchIndices, type ScratchStore } from './scratch.ts';

/** Names of scratch indices for as long as the process lives. */
export function memoryScratchStore(given: readonly ScratchIndex[] = []): ScratchStore {
  let indices = [...given];
  return {
    begin: async (index) => void indices.push(index),
    end: async (cluster, name) => {
      indices = indices.filter((each) => each.cluster !== cluster || each.name !== name);
    },
    list: async (cluster) => indices.filter((each) => each.cluster === cluster),
  };
}

/** Scratch indices whose names are counted. */
export function memoryScratchIndices(now: () => string, store: ScratchStore = memoryScratchStore()): ScratchIndices {
  let count = 0;
  return scratchIndices({ store, now, newId: () => String(++count) });
}
