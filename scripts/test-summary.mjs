// A Vitest reporter: writes what the end of `npm test` needs to the file named by TEST_SUMMARY_FILE, as JSON
// { errors, projects: { [name]: { passed, failed, failures: [{ where, reason }], skipped: [{ where, reason, count }], wallMs } },
//   files: [{ name, project, durationMs }] }. The wall time of a project is that from the start of its first file to the end of its last.
// Vitest's own JSON report lacks the reason of a skip.
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** A reason is one line. */
const REASON_CHARACTERS = 1_500;

export default class TestSummaryReporter {
  /** By the name of a project: when its first file started and its last one ended. */
  #spans = new Map();

  onTestModuleQueued(module) {
    const name = nameOf(module);
    if (!this.#spans.has(name)) this.#spans.set(name, { from: performance.now(), to: performance.now() });
  }

  onTestModuleEnd(module) {
    const span = this.#spans.get(nameOf(module));
    if (span !== undefined) span.to = performance.now();
  }

  onTestRunEnd(modules, unhandledErrors) {
    const projects = {};
    for (const module of modules) {
      const project = (projects[nameOf(module)] ??= {
        passed: 0,
        failed: 0,
        failures: [],
        skipped: [],
        wallMs: this.#wallMsOf(module),
      });
      // An error outside of a test (an import, a hook) counts as one failed test.
      addFailures(project, module.relativeModuleId, module.errors());
      for (const suite of module.children.allSuites()) addFailures(project, placeOf(module, suite), suite.errors());
      for (const test of module.children.allTests()) {
        const { state, note, errors = [] } = test.result();
        if (state === 'passed') project.passed++;
        else if (state === 'failed') addFailures(project, placeOf(module, test), errors.slice(0, 1));
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

  #wallMsOf(module) {
    const { from, to } = this.#spans.get(nameOf(module)) ?? { from: 0, to: 0 };
    return to - from;
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
  if (error === undefined) return { where, reason: 'no reason given' };
  const reason = [error.message.split('\n', 1)[0], ...differingLines(error.diff ?? '')].join(' | ');
  return { where, reason: reason.length > REASON_CHARACTERS ? `${reason.slice(0, REASON_CHARACTERS)}…` : reason };
}

/** What was expected and not there, and what was there instead: "expected [ …(2) ]" alone says nothing. */
function differingLines(diff) {
  return stripVTControlCharacters(diff)
    .split('\n')
    .filter((line) => /^[+-] /.test(line) && !/^[+-] (?:Expected|Received)$/.test(line))
    .map((line) => line.replaceAll(/\s+/g, ' '));
}

function addSkip(skipped, where, reason) {
  const same = skipped.find((line) => line.where === where && line.reason === reason);
  if (same === undefined) skipped.push({ where, reason, count: 1 });
  else same.count++;
}
