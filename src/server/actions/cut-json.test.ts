import { expect, it } from 'vitest';
import { completeJson } from './cut-json.ts';

const TEXT = JSON.stringify({
  a: [1, -2.5e3, true, null, 'x', { b: {} }, []],
  'key "with" \\ quotes\\': 'value "with" \\ quotes \u0001 💥 \\\\',
  last: false,
});

it('completes a text that was cut anywhere', () => {
  for (let length = 0; length <= TEXT.length; length++) {
    const cut = completeJson(TEXT.slice(0, length));
    expect(() => JSON.parse(cut) as unknown, `${length}: ${cut}`).not.toThrow();
  }
});

it('keeps what was there', () => {
  expect(completeJson(TEXT)).toBe(TEXT);
  expect(completeJson('{"a":{"password":"hun')).toBe('{"a":{"password":"hun"}}');
  expect(completeJson('{"a":[1,2')).toBe('{"a":[1,null]}');
  expect(completeJson('{"a":[1,')).toBe('{"a":[1]}');
  expect(completeJson('{"a":1,"b')).toBe('{"a":1,"b":null}');
});
