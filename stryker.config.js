/** Of Stryker; `npm run mutation` (scripts/mutation.ts) chooses what is mutated. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: true },
  coverageAnalysis: 'perTest',
  // What is evaluated as a module is loaded, such as the catalogue's tables, would need all tests anew for each mutant.
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 10_000,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
  jsonReporter: { fileName: 'node_modules/.cache/mapledger/mutation.json' },
  ignorePatterns: ['dist', 'bench', 'coverage'],
  allowEmpty: true,
};
