import { describe } from 'vitest';
import { CATALOGUE_CHECKS } from './checks/catalogue.ts';
import { checkEachEngine } from './engine.ts';

describe('the catalogue', () => {
  checkEachEngine(CATALOGUE_CHECKS);
});
