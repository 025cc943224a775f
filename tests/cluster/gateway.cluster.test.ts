import { describe } from 'vitest';
import { GATEWAY_CHECKS } from './checks/gateway.ts';
import { checkEachEngine } from './engine.ts';

describe('the way to a real cluster', () => {
  checkEachEngine(GATEWAY_CHECKS);
});
