import { rebasePointer } from '#domain/json';
import { lawsAbout } from './history-law.ts';
import { trackedObjects } from './tracked-objects.ts';
import { expect } from './expect.ts';

export const pointerLaws = lawsAbout('rebasePointer', {
  'over the patches of our events: to the identical field, or nowhere': () => ({
    onStep({ before, reduced }) {
      if (!('event' in reduced) || before.body === undefined) return;
      const { patch } = reduced.event;
      const tracked = trackedObjects(before.body, patch);
      for (const [object, at] of tracked.before) {
        const actual = tracked.after.get(object);
        if (actual !== undefined) expect(rebasePointer(at, patch)).toBe(actual);
      }
    },
  }),
});
