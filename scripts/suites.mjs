// The suites, what each may take, and which of them a change needs. No dependencies: this is read before there are any.

/** One of so many slices, by the commit: each comes up again and again. */
const sliceOf = (slices) => ({ slices });

/**
 * `budgetS`: seconds of wall time in `npm test`, or alone where it is on request, on two quiet cores. `group`: suites of one group share a run of Vitest.
 * Groups follow one another; those that are `isBeside` follow one another beside the others.
 */
export const SUITES = [
  { name: 'unit', group: 'node', budgetS: 150, projects: ['unit', 'unit alone'], env: { ROUTE_SLICE: sliceOf(6) } },
  { name: 'laws', group: 'node', budgetS: 80, projects: ['laws'] },
  {
    name: 'browser',
    group: 'browser',
    budgetS: 220,
    projects: ['browser', 'browser mocked'],
    needsChromium: true,
    // React as users have it.
    env: { NODE_ENV: 'production', TYPE_SLICE: sliceOf(6) },
  },
  {
    name: 'e2e',
    group: 'e2e',
    budgetS: 220,
    projects: ['e2e'],
    needsChromium: true,
    needsBuild: true,
    env: { STATES_SLICE: sliceOf(6), SCREEN_SLICE: sliceOf(3), CODE_SLICE: sliceOf(25), FUZZ_TIME: '2s' },
  },
  // A real OpenSearch and a real Elasticsearch, or the reason why they can't be started. One file walks through the console in a browser.
  {
    name: 'cluster',
    group: 'cluster',
    budgetS: 600,
    projects: ['cluster'],
    usesConsole: true,
    isOnRequest: true,
    isBeside: true,
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
    isBeside: true,
    takes: '10 minutes: older engines, one after another',
  },
];

/** Seconds that `npm test` may take, without the install: docs/decisions/0034. */
export const TOTAL_BUDGET_S = 360;

/** What a run can do more thoroughly, by the words that ask for it, and what a run without them leaves out. */
export const OPTIONS = {
  routes: {
    suite: 'unit',
    leavesOut: 'hostile requests to five sixths of the routes',
    ask: 'npm test -- unit --all',
    env: { ROUTE_SLICE: '1/1' },
  },
  types: {
    suite: 'browser',
    leavesOut: 'the forms of five sixths of the field types',
    ask: 'npm test -- browser --all',
    env: { TYPE_SLICE: '1/1' },
  },
  states: {
    suite: 'e2e',
    leavesOut: 'five sixths of the sweeps over screens, states, faults, tours and forms',
    ask: 'npm test -- e2e --all',
    env: { STATES_SLICE: '1/1' },
  },
  sizes: {
    suite: 'e2e',
    leavesOut: 'each screen loaded from its address, and in two of three sizes',
    ask: 'npm test -- e2e --all',
    env: { SCREEN_SLICE: '1/1' },
  },
  code: {
    suite: 'e2e',
    leavesOut: '24 of 25 ways to lose code and styles',
    ask: 'CODE_SLICE=1/1 npm test -- e2e (npm test -- e2e --all: an eighth)',
    env: { CODE_SLICE: sliceOf(8) },
  },
  strict: {
    suite: 'browser',
    leavesOut: 'what only React’s development build checks: effects and renders twice',
    ask: 'npm test -- browser --all',
    env: { NODE_ENV: 'test' },
  },
  fuzz: {
    suite: 'e2e',
    leavesOut: 'four fifths of the time that each target is fuzzed',
    ask: 'npm test -- e2e --all',
    env: { FUZZ_TIME: '10s' },
  },
};

/** What `npm test` names as left out: the suites on request. */
export const LEFT_OUT = SUITES.filter(({ isOnRequest }) => isOnRequest === true).map(({ name, takes }) => ({
  suite: name,
  leavesOut: takes,
  ask: `npm test -- ${name}`,
}));

/** Digits of a commit's hash that choose a slice: each setting has its own, so that every slice of one comes with every slice of another. */
const DIGITS = 7;
const SLICED = ['ROUTE_SLICE', 'TYPE_SLICE', 'STATES_SLICE', 'SCREEN_SLICE', 'CODE_SLICE'];

/** The settings of a suite's run with some of the options. `commit` is the whole hash that chooses the slices. */
export function settingsOf({ name, env = {} }, options, commit) {
  const more = options.map((option) => OPTIONS[option]).filter(({ suite }) => suite === name);
  const settings = Object.entries(Object.assign({}, env, ...more.map((option) => option.env)));
  return Object.fromEntries(
    settings.map(([key, value]) => [key, typeof value === 'string' ? value : chosenSlice(key, value, commit)]),
  );
}

function chosenSlice(key, { slices }, commit) {
  const from = SLICED.indexOf(key) * DIGITS;
  return `${(Number.parseInt(commit.slice(from, from + DIGITS), 16) % slices) + 1}/${slices}`;
}

/** A budget is kept, missed where it is passed, and exceeded where it is passed by half of it. */
export function budgetState(wallMs, budgetS) {
  if (wallMs <= budgetS * 1_000) return 'kept';
  return wallMs <= budgetS * 1_500 ? 'over budget' : 'exceeded';
}

/** Every run has them; the rest is chosen by the change. */
const ALWAYS = ['unit', 'laws', 'browser', 'e2e'];
/** What `.ci/run` can add: suites on request, options, and the run on Node 24. */
export const CHOICES = ['cluster', 'crash', 'browsers', 'engines', ...Object.keys(OPTIONS), 'node24'];

/**
 * Which of the choices a change needs, by the path. Every row that fits counts; what no row fits needs nothing beside what always runs.
 * A row without choices says that a path is meant to need no more.
 */
export const NEEDS = [
  {
    paths: /^(?:package(?:-lock)?\.json|tools\/|\.npmrc|\.ci\/|scripts\/|vitest\.config\.ts|tests\/chromium\.ts)/,
    choices: CHOICES.filter((choice) => choice !== 'engines'),
    why: 'how everything is installed and run',
  },
  {
    paths: /^(?:src\/infra\/|src\/machines\/|src\/domain\/(?:events|log|ports|history)\/|tests\/crash\/)/,
    choices: ['crash', 'states'],
    why: 'what is kept when a browser or a server is killed',
  },
  {
    paths: /^src\/server\/(?:sqlite|trail|trail-index|keeping|actions|plans|open-)/,
    choices: ['crash', 'cluster', 'node24'],
    why: 'what the server keeps, and sends to clusters',
  },
  {
    paths:
      /^(?:src\/server\/(?:cluster|clusters|console|embedded)|src\/domain\/(?:console|plan|template|wire)\/|tests\/(?:cluster|contracts)\/)/,
    choices: ['cluster'],
    why: 'what is asked of engines',
  },
  {
    paths: /^(?:src\/domain\/(?:catalogue|mapping)\/|tests\/cluster\/|scripts\/engines\/)/,
    choices: ['cluster', 'engines', 'fuzz', 'types'],
    why: 'which types, parameters and changes each engine takes',
  },
  {
    paths: /^(?:src\/(?:server|cli)|bin)\//,
    choices: ['node24', 'routes', 'states'],
    why: 'what answers requests, on both versions of Node',
  },
  { paths: /^src\/(?:domain\/wire|fuzz)\//, choices: ['routes'], why: 'what requests may hold' },
  {
    paths: /^(?:src\/domain\/|src\/machines\/|src\/fuzz\/|property-tests\/)/,
    choices: ['fuzz'],
    why: 'what holds for every document',
  },
  {
    paths: /^(?:src\/ui\/|public\/|[^/]+\.html$|vite\.config\.ts$)/,
    choices: ['states', 'sizes', 'strict', 'types'],
    why: 'what screens show',
  },
  {
    paths: /^(?:src\/ui\/(?:composition|platform|kit)\/|src\/infra\/|tests\/browsers\/|scripts\/browsers\.mjs$)/,
    choices: ['browsers'],
    why: 'what browsers differ in',
  },
  {
    paths: /^(?:docs\/|bench\/|LICENSE$|[^/]+\.md$|\.[^/]+$|[^/]+\.(?:cjs|js|jsonc?)$|vitest\.mutation\.config\.ts$)/,
    choices: [],
    why: 'documents, benchmarks and what configures checks',
  },
  { paths: /^(?:Dockerfile|\.dockerignore)$/, choices: ['states'], why: 'what the image is built from' },
  { paths: /^tests\/e2e\//, choices: ['states', 'sizes'], why: 'what a person does from end to end' },
  {
    paths: /^tests\/(?:builders|corpus|defects|golden|planted|proof|recorded|wording|[^/]+\.ts$)/,
    choices: [],
    why: 'tests that always run',
  },
];

/**
 * What a change of these paths needs.
 * @param paths relative to the root; `undefined` where there is nothing to compare with, which needs everything.
 * @returns the suites and choices, and for each choice the rows that ask for it.
 */
export function needsOf(paths) {
  if (paths === undefined)
    return {
      suites: ALWAYS,
      choices: CHOICES.map((choice) => ({ choice, why: 'there is no earlier commit to compare with' })),
    };
  const rows = NEEDS.filter((row) => paths.some((path) => row.paths.test(path)));
  const choices = CHOICES.flatMap((choice) => {
    const reasons = rows.filter((row) => row.choices.includes(choice)).map(({ why }) => why);
    return reasons.length === 0 ? [] : [{ choice, why: reasons.join('; ') }];
  });
  return { suites: ALWAYS, choices };
}
