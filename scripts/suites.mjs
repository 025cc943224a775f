// The suites of tests. No dependencies: this is read before there are any.

/**
 * `budgetS`: seconds of wall time in `npm test`, or alone where it is on request, on two quiet cores; it is printed, and fails nothing.
 * `group`: suites of one group share a run of Vitest. `all`: what `--all` adds to the usual run, which is the same for every commit.
 */
export const SUITES = [
  {
    name: 'unit',
    group: 'node',
    budgetS: 150,
    projects: ['unit'],
    all: { adds: 'hostile requests of a million characters', projects: [], env: { THOROUGH: '1' } },
  },
  { name: 'laws', group: 'node', budgetS: 80, projects: ['laws'] },
  {
    name: 'browser',
    group: 'browser',
    budgetS: 220,
    projects: ['browser', 'browser mocked'],
    needsChromium: true,
    // React as users have it.
    env: { NODE_ENV: 'production' },
    all: {
      adds: 'the forms of all field types, and React’s development build, which renders and runs effects twice',
      projects: [],
      env: { NODE_ENV: 'test', THOROUGH: '1' },
    },
  },
  {
    name: 'e2e',
    group: 'e2e',
    budgetS: 220,
    projects: ['e2e'],
    needsChromium: true,
    needsBuild: true,
    // The crash suite has more of them.
    env: { CRASH_SERVER_KILLS: '3', CRASH_TRAIL_KILLS: '6' },
    all: {
      adds: 'each screen in all sizes and themes, all forms, faults and tours, an eighth of the ways to lose code, and fuzzing',
      projects: ['e2e long'],
      env: { THOROUGH: '1', CODE_SLICE: '1/8' },
    },
  },
  // A real OpenSearch and a real Elasticsearch, or the reason why they can't be started. One file walks through the console in a browser.
  {
    name: 'cluster',
    group: 'cluster',
    budgetS: 600,
    projects: ['cluster'],
    usesConsole: true,
    isOnRequest: true,
    takes: '10 minutes: a real OpenSearch and a real Elasticsearch',
  },
  {
    name: 'crash',
    group: 'crash',
    budgetS: 360,
    projects: ['crash'],
    needsChromium: true,
    needsBuild: true,
    isOnRequest: true,
    takes: '6 minutes: browsers and servers killed while they write',
  },
  {
    name: 'browsers',
    group: 'browsers',
    budgetS: 150,
    projects: ['browsers'],
    needsBuild: true,
    usesBrowsers: true,
    isOnRequest: true,
    takes: '2 minutes: a walk in Chromium, Firefox and WebKit',
  },
  {
    name: 'engines',
    group: 'engines',
    budgetS: 600,
    projects: ['engines'],
    isOnRequest: true,
    takes: '10 minutes: older engines, one after another',
  },
];

/** Seconds that `npm test` may take, without the install: docs/decisions/0034. */
export const TOTAL_BUDGET_S = 360;

/** What a run leaves out, with the command that runs it. `isAll` means that its suites run whole. */
export function leftOutOf(chosen, isAll) {
  return SUITES.flatMap(({ name, takes, all }) => {
    const ask = `npm test -- ${name}`;
    if (chosen.includes(name))
      return all === undefined || isAll ? [] : [{ suite: name, leavesOut: all.adds, ask: `${ask} --all` }];
    return takes === undefined ? [] : [{ suite: name, leavesOut: takes, ask }];
  });
}
