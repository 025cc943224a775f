// A Vitest reporter: writes what the end of `npm test` needs to the file named by TEST_SUMMARY_FILE, as JSON
// { errors, projects: { [name]: { passed, failed, failures: [{ where, reason }], repeated: [{ where, reason }], skipped: [{ where, reason, count }] } },
//   files: [{ name, project, durationMs }] }.
// Vitest's own JSON report lacks the reason of a skip.
import { writeFileSync } from 'node:fs';

export default class TestSummaryReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const projects = {};
    for (const module of modules) {
      const project = (projects[nameOf(module)] ??= { passed: 0, failed: 0, failures: [], repeated: [], skipped: [] });
      // An error outside of a test (an import, a hook) counts as one failed test.
      addFailures(project, module.relativeModuleId, module.errors());
      for (const suite of module.children.allSuites()) addFailures(project, placeOf(module, suite), suite.errors());
      for (const test of module.children.allTests()) {
        const { state, note, errors = [] } = test.result();
        if (state === 'passed') {
          project.passed++;
          if (test.diagnostic()?.flaky) project.repeated.push(reasonOf(placeOf(module, test), errors[0]));
        } else if (state === 'failed') addFailures(project, placeOf(module, test), errors.slice(0, 1));
        else
          addSkip(
            project.skipped,
            module.relativeModuleId,
            note ?? (test.options.mode === 'todo' ? 'to do' : `no reason given: ${test.fullName}`),
          );
      }
    }
    const files = modules.map((module) => ({
      name: module.relativeModuleId,
      project: nameOf(module),
      durationMs: durationOf(module),
    }));
    writeFileSync(process.env.TEST_SUMMARY_FILE, JSON.stringify({ errors: unhandledErrors.length, projects, files }));
  }
}

/** The project as the configuration names it: a browser stands behind the name of its project. */
function nameOf({ project }) {
  return project.name.split(' ')[0];
}

function durationOf(module) {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return collectDuration + setupDuration + duration;
}

function placeOf(module, { fullName }) {
  return `${module.relativeModuleId} > ${fullName}`;
}

/** The last lines of a long run say what failed, so that it is not looked for in the many lines above. */
function addFailures(project, where, errors) {
  project.failed += errors.length;
  project.failures.push(...errors.map((error) => reasonOf(where, error)));
}

function reasonOf(where, error) {
  return { where, reason: error?.message.split('\n', 1)[0] ?? 'no reason given' };
}

function addSkip(skipped, where, reason) {
  const same = skipped.find((line) => line.where === where && line.reason === reason);
  if (same === undefined) skipped.push({ where, reason, count: 1 });
  else same.count++;
}
