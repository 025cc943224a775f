import { defineConfig } from 'vitest/config';

/** The unit tests of what `npm run mutation` mutates: Stryker's runner can't choose a project of vitest.config.ts. */
export default defineConfig({
  test: {
    environment: 'node',
    isolate: false,
    include: ['src/domain/**/*.test.ts', 'src/machines/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
