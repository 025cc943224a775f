/** From the least to the most that is logged: `info` has a line for each request. */
export const LOG_LEVELS = ['error', 'warn', 'info'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];
