/** The time of the test server, and of the services that a test in the browser has. */
export const TEST_CLOCK = { now: () => '2026-11-21T03:10:08.123Z' };
