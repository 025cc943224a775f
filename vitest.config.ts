import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { headlessLaunchOptions } from './tests/chromium.ts';

const browserTests = '**/*.browser.test.{ts,tsx}';
/** Those that replace modules, each of which needs a page of its own for that. */
const mockedTests = '**/*.mocked.browser.test.{ts,tsx}';
const clusterTests = '**/*.cluster.test.ts';
const engineTests = '**/*.engines.test.ts';

/** What Playwright (1.65) throws beside all calls where a browser is killed while it answers one: the crash suite does nothing else. */
const KILLED_IN_MID_ANSWER =
  /^(?:Cannot find parent object \S+ to create \S+|Object with guid \S+ was not bound in the connection)$/;

/** What browser tests load. Bundled before the first test: a dependency that is found later reloads the page in the middle of one. */
const BROWSER_DEPENDENCIES = [
  '@codemirror/commands',
  '@codemirror/lang-json',
  '@codemirror/language',
  '@codemirror/lint',
  '@codemirror/search',
  '@codemirror/state',
  '@codemirror/view',
  '@lezer/highlight',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-table',
  '@tanstack/react-virtual',
  '@xstate/react',
  '@xstate/store',
  'axe-core',
  'idb',
  'immer',
  'jsonc-parser',
  'react',
  'react-aria-components',
  'react-dom',
  'react-dom/client',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'typebox',
  'typebox/schema',
  'typebox/value',
  'ulid',
  'vitest-browser-react',
  'xstate',
];

/** Where tests start built servers. */
const STARTED_SERVERS = ['tests/e2e/clean-up.ts'];

/** Workers of the projects that run beside each other, and pages of the browser: those mostly wait, so that there are never too few. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** How long a condition is waited for: it costs time only where a test fails, and a busy machine may need it. */
const WAIT_MS = 20_000;
/** Of a test, and of a hook: the engines answer eight times slower while all suites want the same two cores. */
const TEST_MS = 300_000;
const expectOptions = { poll: { timeout: WAIT_MS } };
// Set once, in the process that starts the workers, so that all of them run on the same seed.
if (process.env['LAW_SEED'] === 'random') {
  process.env['LAW_SEED'] = String(randomInt(2 ** 31));
  // oxlint-disable-next-line no-console -- the seed of a run has to be seen, to repeat it
  console.info(`laws: LAW_SEED=${process.env['LAW_SEED']}`);
}

type Tests = Pick<NonNullable<UserWorkspaceConfig['test']>, 'name' | 'include' | 'exclude' | 'isolate'>;

/** A project of unit tests. */
function inNode(test: Tests): UserWorkspaceConfig {
  return {
    test: {
      ...test,
      environment: 'node',
      maxWorkers,
      expect: expectOptions,
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  };
}

/** A project of tests in Chromium. */
function inBrowser(test: Tests): UserWorkspaceConfig {
  return {
    plugins: [react()],
    optimizeDeps: { include: BROWSER_DEPENDENCIES },
    test: {
      ...test,
      setupFiles: ['src/ui/testing/cheap-elements.ts', 'src/ui/testing/clean-page.ts'],
      globalSetup: ['tests/corpus/global-setup.ts'],
      provide: { isThorough: process.env['THOROUGH'] === '1' },
      expect: expectOptions,
      testTimeout: TEST_MS,
      hookTimeout: TEST_MS,
      maxWorkers,
      browser: {
        enabled: true,
        headless: true,
        provider: playwright({
          launchOptions: headlessLaunchOptions(),
          contextOptions: { reducedMotion: 'reduce' },
          actionTimeout: WAIT_MS,
        }),
        instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
        screenshotFailures: false,
      },
    },
  };
}

/** The end-to-end tests of every `npm test`: what a person relies on, the same for every commit. The others are those of `e2e --all`. */
export const RELIED_ON = [
  // The main job, two tabs, two browsers over one server, and what is typed is kept.
  ...['main-job', 'two-tabs', 'trail', 'unapplied', 'leaving'],
  // Nothing is lost where storage, code or the server fail.
  ...['storage-states', 'boundaries'],
  // Plans resume, clusters and rights are kept apart, and nobody writes as somebody else.
  ...['plans', 'templates', 'clusters', 'sign-in', 'outsiders', 'wire'],
  // What is shipped starts and is shown, and its policy holds.
  ...['package', 'start', 'embedding', 'server-storage', 'read-only', 'api-page', 'marked-text'],
  ...['every-screen'],
].map((name) => `tests/e2e/${name}.e2e.ts`);
/** A torn log and a killed server keep everything: what is counted there is events, and not milliseconds. */
const KILLS_BY_COUNT = ['tests/crash/torn-log.crash.ts', 'tests/crash/server-store.crash.ts'];

/** A project of tests of the built console. */
function endToEnd(test: Tests): UserWorkspaceConfig {
  return {
    test: {
      ...test,
      environment: 'node',
      globalSetup: ['tests/e2e/global-setup.ts'],
      expect: expectOptions,
      setupFiles: STARTED_SERVERS,
      // Each file has a server and a profile of its own; to load the modules anew for each took as long as a tenth of the tests.
      maxWorkers: 2,
      isolate: false,
      testTimeout: TEST_MS,
      hookTimeout: TEST_MS,
    },
  };
}

/** What takes longest, the longest first: a file that starts last keeps one worker busy while the others have nothing to do. */
export const SLOWEST = [
  'src/server/hostile.test.ts',
  'src/ui/editor/fields/every-type.browser.test.tsx',
  'src/ui/editor/parameters/parameters.browser.test.tsx',
  'src/ui/screens/index-detail/live-mapping.browser.test.tsx',
  'src/ui/editor/fields/create-field-form.browser.test.tsx',
  'src/ui/document-editor/editor-screen.browser.test.tsx',
  // It mostly waits until requests are given up.
  'tests/e2e/lost-code.e2e.ts',
  'tests/e2e/every-screen.e2e.ts',
  'tests/e2e/request-forms.e2e.ts',
  'tests/e2e/nonsense.e2e.ts',
  'tests/e2e/storage-states.e2e.ts',
  'tests/e2e/leaving.e2e.ts',
  'tests/e2e/wire.e2e.ts',
  'tests/e2e/trail.e2e.ts',
  'tests/e2e/boundaries.e2e.ts',
  'tests/crash/server-store.crash.ts',
  'tests/e2e/unapplied.e2e.ts',
  'src/ui/editor/fields/load-json.browser.test.tsx',
  'src/ui/screens/compared-writes.browser.test.tsx',
];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = SLOWEST.findIndex((name) => moduleId.endsWith(`/${name}`));
      return place === -1 ? SLOWEST.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

/** `npm test` runs these projects (scripts/test.mjs); `npx vitest --project unit` runs one of them. */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    onUnhandledError: ({ message, stack }) =>
      !(stack?.includes('playwright-core') === true && KILLED_IN_MID_ANSWER.test(message)),
    projects: [
      // Files share the modules that they load: to load them anew took three times as long as the tests.
      inNode({
        name: 'unit',
        isolate: false,
        include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
        exclude: [...configDefaults.exclude, browserTests, clusterTests, engineTests],
      }),
      {
        test: {
          name: 'laws',
          environment: 'node',
          maxWorkers,
          isolate: false,
          include: ['property-tests/**/*.law.test.ts'],
          testTimeout: 240_000,
          // The histories that several laws share are lived in a hook.
          hookTimeout: 900_000,
        },
      },
      inBrowser({
        name: 'browser',
        include: [browserTests],
        exclude: [...configDefaults.exclude, mockedTests],
        isolate: false,
      }),
      inBrowser({ name: 'browser mocked', include: [mockedTests], isolate: true }),
      {
        test: {
          name: 'cluster',
          environment: 'node',
          include: [clusterTests],
          globalSetup: ['tests/cluster/global-setup.ts'],
          setupFiles: STARTED_SERVERS,
          fileParallelism: false,
          expect: expectOptions,
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
        },
      },
      {
        test: {
          // The cluster suite's checks on older versions, which are started one after another.
          name: 'engines',
          environment: 'node',
          include: [engineTests],
          fileParallelism: false,
          expect: expectOptions,
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
        },
      },
      {
        test: {
          name: 'crash',
          environment: 'node',
          include: ['tests/crash/**/*.crash.ts'],
          setupFiles: STARTED_SERVERS,
          fileParallelism: false,
          testTimeout: 900_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browsers',
          environment: 'node',
          // All three, or the one that is named.
          include: [`tests/browsers/${process.env['BROWSER_ENGINE'] ?? '*'}.browsers.ts`],
          setupFiles: STARTED_SERVERS,
          expect: expectOptions,
          // One browser at a time: each has the whole machine.
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      endToEnd({ name: 'e2e', include: [...RELIED_ON, ...KILLS_BY_COUNT] }),
      endToEnd({
        name: 'e2e long',
        include: ['tests/e2e/**/*.e2e.ts'],
        exclude: [...configDefaults.exclude, ...RELIED_ON],
      }),
    ],
  },
});
