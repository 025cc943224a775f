import type { Clock } from '../domain/index.ts';

export const systemClock: Clock = { now: () => new Date().toISOString() };
