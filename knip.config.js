import { readFileSync } from 'node:fs';

/** Packages of a workspace aren't known to those who use them in the root: tests/packages.test.ts finds the tools that nobody uses. */
const tools = Object.keys(JSON.parse(readFileSync('tools/package.json', 'utf8')).devDependencies);

export default {
  workspaces: {
    '.': {
      entry: [
        'scripts/*.{mjs,ts}',
        'src/cli/main.ts',
        'src/server/fuzz/worker.ts',
        'src/server/lab/replay-worker.ts',
        'src/ui/kit/gallery/main.tsx',
        'bench/**/*.bench.ts',
        'bench/console/real-cluster.ts',
        'bench/console/engine-process.ts',
        'bench/console/server-process.ts',
      ],
      project: ['{src,scripts,bench,tests,property-tests}/**/*.{ts,tsx,mjs}'],
      vitest: {
        entry: [
          'src/**/*.test.{ts,tsx}',
          'tests/**/*.{test,contract}.{ts,tsx}',
          'tests/e2e/**/*.e2e.ts',
          'tests/crash/**/*.crash.ts',
          'tests/crash/page/main.ts',
          'tests/crash/server-store/appender.ts',
          'tests/crash/actions/actor.ts',
          'tests/browsers/**/*.browsers.ts',
          'tests/browsers/page/finder.ts',
          'property-tests/**/*.law.test.ts',
        ],
      },
      ignoreBinaries: ['mount', 'umount', 'openssl', 'concurrently', 'tsx', 'oxfmt', 'oxlint', 'depcruise', 'knip'],
      ignoreExportsUsedInFile: { interface: true, type: true },
    },
  },
  // Knip knows of these itself.
  ignoreDependencies: tools.filter((name) => !['@types/node', 'knip', 'typescript'].includes(name)),
};
