import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#domain/json';
import { redaction, REDACTED } from './redaction.ts';

const LIMIT = 1_000;

/** A body as the log keeps it, where these members are secret. */
function redacted(body: JsonValue, ...patterns: readonly string[]): unknown {
  return JSON.parse(redaction(patterns)().body(JSON.stringify(body), LIMIT).text);
}

describe('a body', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['pin', { pin: '1234', other: '5678' }, { pin: REDACTED, other: '5678' }],
    ['pin', { a: [{ PIN: 1234 }] }, { a: [{ PIN: REDACTED }] }],
    ['pin', { 'index.auth.pin': 'a-secret' }, { 'index.auth.pin': REDACTED }],
    ['pin', { pin: { value: ['a-secret'] } }, { pin: REDACTED }],
    ['pin', { pin: null, b: { pin: true } }, { pin: null, b: { pin: true } }],
    ['*.pin', { pin: 'a-secret', a: { pin: 'b-secret' } }, { pin: REDACTED, a: { pin: REDACTED } }],
    [
      's3.*.key',
      { s3: { client: { key: 'a-secret' } }, gcs: { client: { key: 'b' } } },
      { s3: { client: { key: REDACTED } }, gcs: { client: { key: 'b' } } },
    ],
    [
      's3.*.key',
      { 's3.client.default.key': 'a', 's3.client.key': 'b-secret' },
      { 's3.client.default.key': 'a', 's3.client.key': REDACTED },
    ],
    ['*_pin*', { my_pin_code: 'a-secret', pin: 'b' }, { my_pin_code: REDACTED, pin: 'b' }],
    [
      'a*b*c',
      { axbxc: 'a-secret', abc: 'b-secret', acb: 'c', ac: 'd' },
      { axbxc: REDACTED, abc: REDACTED, acb: 'c', ac: 'd' },
    ],
    ['ab*ba', { aba: 'a', abba: 'b-secret' }, { aba: 'a', abba: REDACTED }],
    ['constructor', { __proto__x: 'a', constructor: 'a-secret' }, { __proto__x: 'a', constructor: REDACTED }],
  ])('loses what %s names in %j', (pattern, body, expected) => {
    expect(redacted(body, pattern)).toEqual(expected);
  });

  it('loses passwords and keys without being told', () => {
    expect(redacted({ password: 'hunter2', 'xpack.secret_key': 'abcd-efgh', Authorization: 'Basic x' })).toEqual({
      password: REDACTED,
      'xpack.secret_key': REDACTED,
      Authorization: REDACTED,
    });
  });

  it('keeps the definition of a field that has a secret name', () => {
    const mappings = { properties: { password: { type: 'keyword', fields: { secret: { type: 'text' } } } } };
    expect(redacted(mappings)).toEqual(mappings);
    expect(redacted({ properties: { password: 'hunter2' } })).toEqual({ properties: { password: REDACTED } });
  });

  it('loses the value of a secret member wherever else it stands', () => {
    const body = { password: 'hun"ter2', note: 'it is hun"ter2', 'hun"ter2': 1, url: 'http://h?p=hun%22ter2' };
    const { text } = redaction()().body(JSON.stringify(body), LIMIT);
    expect(text).not.toContain('ter2');
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['password', 'note', REDACTED, 'url']);
  });

  it('is kept to the letter where nothing is secret, with its digits', () => {
    const text = '{ "n": 9223372036854775807,\n "__proto__": {"a": 1.0} }';
    expect(redaction()().body(text, LIMIT)).toEqual({ text });
  });

  it('is redacted before it is cut, and never in the middle of a character', () => {
    const text = JSON.stringify({ a: 'x'.repeat(990), password: 'hunter2' });
    const logged = redaction()().body(text, LIMIT);
    expect(logged.text).toHaveLength(LIMIT);
    expect(logged.length).toBe(text.length - 'hunter2'.length + REDACTED.length);
    expect(logged.text).not.toContain('hun');
    expect(redaction()().body('"💥"', 2).text).toBe('"\ufffd');
  });

  it('that was cut before is kept as it was, and redacted where it has to be', () => {
    expect(redaction()().cutBody('{"a":"xxx', 900)).toEqual({ text: '{"a":"xxx', length: 900 });
    expect(redaction()().cutBody('{"a":{"password":"hunt', 900)).toEqual({
      text: `{"a":{"password":"${REDACTED}"}}`,
      length: 900,
    });
  });

  it('that is not JSON is kept by its length alone', () => {
    expect(redaction()().body('{"index":{}}\n{"password":"hunter2"}\n', LIMIT)).toEqual({ text: '', length: 36 });
    expect(redaction()().body('', LIMIT)).toEqual({ text: '' });
  });
});

describe('what follows a request', () => {
  it('loses what was secret in it', () => {
    const redactor = redaction(['pin'])();
    redactor.body('{"a":{"pin":"my secret"},"b":{"pin":12345}}', LIMIT);
    expect(redactor.text('Failed to parse [my secret] and 12345')).toBe(
      `Failed to parse [${REDACTED}] and ${REDACTED}`,
    );
    expect(redactor.json({ reason: ['my secret'], 'my secret': 1 })).toEqual({ reason: [REDACTED], [REDACTED]: 1 });
  });

  it('keeps what is too short to be told from other text', () => {
    const redactor = redaction(['pin'])();
    expect(JSON.parse(redactor.body('{"pin":"ab","note":"about"}', LIMIT).text)).toEqual({
      pin: REDACTED,
      note: 'about',
    });
  });

  it('loses the credentials of the call', () => {
    const redactor = redaction()((text) => text.replaceAll('c3VwZXI=', '[credentials]'));
    expect(redactor.text('Bearer c3VwZXI=')).toBe('Bearer [credentials]');
    expect(redactor.body('{"echo":"c3VwZXI="}', LIMIT).text).toBe('{"echo":"[credentials]"}');
  });
});

describe('a path', () => {
  it('loses the values of secret parameters', () => {
    const redactor = redaction(['*.pin'])();
    expect(redactor.path('/a/_close?x=1&pin=a%20secret&y')).toBe(`/a/_close?x=1&pin=${REDACTED}&y`);
    expect(redactor.path('/a%20secret')).toBe(`/${REDACTED}`);
  });
});

it.each(['', '*', '*.*', 'a..b', '.a'])('takes no pattern %j, which names nothing', (pattern) => {
  expect(() => redaction([pattern])).toThrow(RangeError);
});
