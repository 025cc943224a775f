import { lawsAbout } from './history-law.ts';
import { leavesNothingToSend, objectAt } from './update-plan.ts';

export const liveUpdateLaws = lawsAbout('the plan of an update', {
  'leads to what was wanted, but for what it names': () => ({
    holds({ start, state }, script) {
      leavesNothingToSend(
        objectAt(start.body ?? script.body, state.mappingsAt),
        objectAt(state.body, state.mappingsAt),
      );
    },
  }),
});
