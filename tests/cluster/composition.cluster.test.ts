import { describe } from 'vitest';
import { COMPOSITION_CHECKS } from './checks/composition.ts';
import { CONFLICT_CHECKS } from './checks/conflicts.ts';
import { checkEachEngine } from './engine.ts';

describe('our composition of templates', () => {
  checkEachEngine(COMPOSITION_CHECKS);
});

describe('changes of templates', () => {
  checkEachEngine(CONFLICT_CHECKS);
});
