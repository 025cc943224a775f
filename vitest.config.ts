import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { chromiumLaunchOptions } from './tests/chromium.ts';

const browserTests = '**/*.browser.test.{ts,tsx}';
const clusterTests = '**/*.cluster.test.ts';

/** What Playwright (1.65) throws beside all calls where a browser is killed while it answers one: the crash suite does nothing else. */
const KILLED_IN_MID_ANSWER =
  /^(?:Cannot find parent object \S+ to create \S+|Object with guid \S+ was not bound in the connection)$/;

/** `npm test` runs the projects one after another; `npx vitest --project unit` runs one of them. */
export default defineConfig({
  test: {
    onUnhandledError: ({ message, stack }) =>
      !(stack?.includes('playwright-core') === true && KILLED_IN_MID_ANSWER.test(message)),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
          exclude: [...configDefaults.exclude, browserTests, clusterTests],
        },
      },
      {
        test: {
          name: 'laws',
          environment: 'node',
          include: ['property-tests/**/*.law.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'browser',
          include: [browserTests],
          globalSetup: ['tests/corpus/global-setup.ts'],
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions: chromiumLaunchOptions() }),
            instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
            screenshotFailures: false,
          },
        },
      },
      {
        test: {
          name: 'cluster',
          environment: 'node',
          include: [clusterTests],
          globalSetup: ['tests/cluster/global-setup.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'crash',
          environment: 'node',
          include: ['tests/crash/**/*.crash.ts'],
          fileParallelism: false,
          testTimeout: 900_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.e2e.ts'],
          // Each file has a server and a browser of its own, and mostly waits for them.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
