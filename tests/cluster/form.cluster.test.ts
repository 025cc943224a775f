import { describe } from 'vitest';
import { FORM_CHECKS } from './checks/form.ts';
import { checkEachEngine } from './engine.ts';

describe('what a form lets through', () => {
  checkEachEngine(FORM_CHECKS);
});
