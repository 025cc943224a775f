// A file with a failed test runs once more at the end, alone, in a process of its own: what passes then is flaky, and what fails twice has failed.

/** With more failed files than these, the change is at fault, and not luck. */
export const MOST_FILES = 8;
/** A law has a seed, so that luck has no part in it. */
const NEVER = ['laws'];
/** What was acknowledged and is gone fails at once: that it is there another time says nothing. */
const LOSS = /\b(?:lost|acknowledged)\b/i;

/** The files that are looked at again, of those that ran. */
export function filesToRepeat(files) {
  const failed = files.filter(({ failures }) => failures.length > 0);
  if (failed.length > MOST_FILES) return [];
  return failed.filter(
    ({ suite, failures }) => !NEVER.includes(suite) && !failures.some(({ reason }) => LOSS.test(reason)),
  );
}

/**
 * What a file has come to after a second look. `second` is undefined where the file did not run again. A failure outside of a test keeps tests from
 * running: of those, the second look is the first.
 */
export function afterSecondLook(first, second) {
  const isOutside = (file) => file.failures.some((failure) => failure.isOutside);
  if (second === undefined || isOutside(second) || second.passed + second.failures.length === 0) return first;
  const has = (file, { where }) => file.failures.some((failure) => failure.where === where);
  const failures = second.failures.filter((failure) => isOutside(first) || has(first, failure));
  const onlyNow = second.failures.filter((failure) => !failures.includes(failure));
  const flaky = [...first.failures.filter((failure) => !has(second, failure)), ...onlyNow];
  return { ...first, passed: second.passed + onlyNow.length, skipped: second.skipped, failures, flaky };
}
