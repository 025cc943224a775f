// A Vitest reporter: writes what the end of `npm test` needs to the file named by TEST_SUMMARY_FILE, as JSON
// { errors: [reason], files: [RunFile of second-look.d.mts], walls: { [suite]: ms } }. The wall time of a suite is that from the start of its first file
// to the end of its last. Vitest's own JSON report lacks the reason of a skip.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './prepare.mjs';

/** A reason is one line. */
const REASON_CHARACTERS = 1_500;

export default class TestSummaryReporter {
  /** By the name of a suite: when its first file started and its last one ended. */
  #spans = new Map();

  onTestModuleQueued(module) {
    const name = suiteOf(module);
    if (!this.#spans.has(name)) this.#spans.set(name, { from: performance.now(), to: performance.now() });
  }

  onTestModuleEnd(module) {
    const span = this.#spans.get(suiteOf(module));
    if (span !== undefined) span.to = performance.now();
  }

  onTestRunEnd(modules, unhandledErrors) {
    const files = modules.map(fileOf);
    const errors = [];
    for (const error of unhandledErrors) {
      const file = files.find(({ name }) => name === relative(root, error.VITEST_TEST_PATH ?? root));
      if (file === undefined) errors.push(reasonOf(error));
      else file.failures.push({ where: file.name, reason: reasonOf(error), isOutside: true });
    }
    const walls = Object.fromEntries([...this.#spans].map(([name, { from, to }]) => [name, to - from]));
    writeFileSync(process.env.TEST_SUMMARY_FILE, JSON.stringify({ errors, files, walls }));
  }
}

/** The suite is the first word of its projects: a browser stands behind the name of its project. */
function suiteOf({ project }) {
  return project.name.split(' ')[0];
}

function fileOf(module) {
  const name = module.relativeModuleId;
  const file = {
    name,
    suite: suiteOf(module),
    durationMs: durationOf(module),
    passed: 0,
    failures: [],
    flaky: [],
    skipped: [],
  };
  // An error outside of a test (an import, a hook) counts as one failed test.
  const addOutside = (where, errors) =>
    file.failures.push(...errors.map((error) => ({ where, reason: reasonOf(error), isOutside: true })));
  addOutside(name, module.errors());
  for (const suite of module.children.allSuites()) addOutside(`${name} > ${suite.fullName}`, suite.errors());
  for (const test of module.children.allTests()) {
    const { state, note, errors = [] } = test.result();
    if (state === 'passed') file.passed++;
    else if (state === 'failed')
      file.failures.push({ where: `${name} > ${test.fullName}`, reason: reasonOf(errors[0]), isOutside: false });
    else addSkip(file, note ?? (test.options.mode === 'todo' ? 'to do' : `no reason given: ${test.fullName}`));
  }
  return file;
}

function durationOf(module) {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return collectDuration + setupDuration + duration;
}

/** The last lines of a long run say what failed, so that it is not looked for in the many lines above. */
function reasonOf(error) {
  if (error === undefined) return 'no reason given';
  const reason = [error.message.split('\n', 1)[0], ...differingLines(error.diff ?? '')].join(' | ');
  return reason.length > REASON_CHARACTERS ? `${reason.slice(0, REASON_CHARACTERS)}…` : reason;
}

/** What was expected and not there, and what was there instead: "expected [ …(2) ]" alone says nothing. */
function differingLines(diff) {
  return stripVTControlCharacters(diff)
    .split('\n')
    .filter((line) => /^[+-] /.test(line) && !/^[+-] (?:Expected|Received)$/.test(line))
    .map((line) => line.replaceAll(/\s+/g, ' '));
}

function addSkip({ skipped }, reason) {
  const same = skipped.find((line) => line.reason === reason);
  if (same === undefined) skipped.push({ reason, count: 1 });
  else same.count++;
}
