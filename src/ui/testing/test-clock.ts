/** The time of every test, on the server and in the browser. */
export const TEST_CLOCK = { now: () => '2026-11-21T03:10:08.123Z' };
