import { describe, expect, it } from 'vitest';
import { CONSOLE_EXAMPLES, lacking } from '../../../tests/contracts/console.contract.ts';
import { consoleUnderTest } from '../../../tests/contracts/console-under-test.ts';
import { testServer } from '../../ui/testing/test-http.ts';

/** It is of a version that has all but mapping types. */
const examples = CONSOLE_EXAMPLES.filter(({ needs = [] }) => !needs.includes('include_type_name'));

describe('the console over the embedded engine', () => {
  it.each(examples)('$name', async (example) => {
    const { http, ask } = testServer({ hasDocuments: true });
    const console = consoleUnderTest(http, ask);
    expect(await lacking(console, example)).toEqual([]);
    await example.run(console, 'test-', (reason) => expect.unreachable(reason));
  });
});
