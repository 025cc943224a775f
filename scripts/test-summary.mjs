// A Vitest reporter: writes what the last line of `npm test` needs to the file named by TEST_SUMMARY_FILE, as JSON
// { passed, failed, skipped: [{ where, reason, count }] }. Vitest's own JSON report lacks the reason of a skip.
import { writeFileSync } from 'node:fs';

export default class TestSummaryReporter {
  onTestRunEnd(modules, unhandledErrors) {
    let passed = 0;
    // An error outside of a test (an import, a hook, a rejection) counts as one failed test.
    let failed = unhandledErrors.length;
    const skipped = new Map();
    for (const module of modules) {
      failed += module.errors().length;
      for (const suite of module.children.allSuites()) failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const { state, note } = test.result();
        if (state === 'passed') passed++;
        else if (state === 'failed') failed++;
        else {
          const reason = note ?? (test.options.mode === 'todo' ? 'to do' : `no reason given: ${test.fullName}`);
          const key = JSON.stringify([module.relativeModuleId, reason]);
          skipped.set(key, (skipped.get(key) ?? 0) + 1);
        }
      }
    }
    const lines = [...skipped].map(([key, count]) => {
      const [where, reason] = JSON.parse(key);
      return { where, reason, count };
    });
    writeFileSync(process.env.TEST_SUMMARY_FILE, JSON.stringify({ passed, failed, skipped: lines }));
  }
}
