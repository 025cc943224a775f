import { describe } from 'vitest';
import { LIVE_CHANGE_CHECKS } from './checks/live-changes.ts';
import { checkEachEngine } from './engine.ts';

describe('a plan to update a live mapping', () => {
  checkEachEngine(LIVE_CHANGE_CHECKS);
});
