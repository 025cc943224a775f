export * from './resize.ts';
export * from './rollover.ts';
