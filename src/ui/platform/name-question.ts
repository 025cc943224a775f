import { observable } from '../kit/observable.ts';
import { keepPreference, keptPreference } from './device-preferences.ts';

const ASKED = 'mapledger.name-asked';

const state = observable<'new' | 'due' | 'answered'>('new');

/** Whether users without a name are asked for one: once on each device, after their first edit. */
export const nameQuestion = {
  subscribe: state.subscribe,
  isDue: () => state.getSnapshot() === 'due',
  /** Called after each edit without a name. */
  ask(): void {
    if (state.getSnapshot() === 'new') state.set(keptPreference(ASKED) === null ? 'due' : 'answered');
  },
  answer(): void {
    keepPreference(ASKED, 'yes');
    state.set('answered');
  },
};
