import { describe } from 'vitest';
import { VERDICT_CHECKS } from './checks/verdicts.ts';
import { checkEachEngine } from './engine.ts';

describe('verdicts of changes', () => {
  checkEachEngine(VERDICT_CHECKS);
});
