import { describe } from 'vitest';
import { CONSOLE_CHECKS } from './checks/console.ts';
import { checkEachEngine } from './engine.ts';

describe('the console', () => {
  checkEachEngine(CONSOLE_CHECKS);
});
