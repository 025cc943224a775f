import { expect, it } from 'vitest';
import { systemClock } from './platform.ts';

it('tells RFC 3339 in UTC with milliseconds', () => {
  expect(systemClock.now()).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
});
