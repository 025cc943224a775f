import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#domain/json';
import { REDACTED } from '../console/action-log.ts';
import { redaction } from './redaction.ts';

const LIMIT = 1_000;

/** A body as the log keeps it, where these members are secret. */
async function redacted(body: JsonValue, ...patterns: readonly string[]): Promise<unknown> {
  return JSON.parse((await redaction(patterns)().body(JSON.stringify(body), LIMIT)).text);
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
  ])('loses what %s names in %j', async (pattern, body, expected) => {
    expect(await redacted(body, pattern)).toEqual(expected);
  });

  it('loses passwords and keys without being told', async () => {
    expect(await redacted({ password: 'hunter2', 'xpack.secret_key': 'abcd-efgh', Authorization: 'Basic x' })).toEqual({
      password: REDACTED,
      'xpack.secret_key': REDACTED,
      Authorization: REDACTED,
    });
  });

  it('keeps the definition of a field that has a secret name', async () => {
    const mappings = { properties: { password: { type: 'keyword', fields: { secret: { type: 'text' } } } } };
    expect(await redacted(mappings)).toEqual(mappings);
    expect(await redacted({ properties: { password: 'hunter2' } })).toEqual({ properties: { password: REDACTED } });
  });

  it('loses the value of a secret member wherever else it stands', async () => {
    const body = { password: 'hun"ter2', note: 'it is hun"ter2', 'hun"ter2': 1, url: 'http://h?p=hun%22ter2' };
    const { text } = await redaction()().body(JSON.stringify(body), LIMIT);
    expect(text).not.toContain('ter2');
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['password', 'note', REDACTED, 'url']);
  });

  it('is kept to the letter where nothing is secret, with its digits', async () => {
    const text = '{ "n": 9223372036854775807,\n "__proto__": {"a": 1.0} }';
    expect(await redaction()().body(text, LIMIT)).toEqual({ text });
  });

  it('is redacted before it is cut, and never in the middle of a character', async () => {
    const text = JSON.stringify({ a: 'x'.repeat(990), password: 'hunter2' });
    const logged = await redaction()().body(text, LIMIT);
    expect(logged.text).toHaveLength(LIMIT);
    expect(logged.length).toBe(text.length - 'hunter2'.length + REDACTED.length);
    expect(logged.text).not.toContain('hun');
    expect((await redaction()().body('"💥"', 2)).text).toBe('"\ufffd');
  });

  it('that was cut before is kept as it was, and redacted where it has to be', async () => {
    expect(await redaction()().cutBody('{"a":"xxx', 900)).toEqual({ text: '{"a":"xxx', length: 900 });
    expect(await redaction()().cutBody('{"a":{"password":"hunt', 900)).toEqual({
      text: `{"a":{"password":"${REDACTED}"}}`,
      length: 900,
    });
  });

  it('that is not JSON is kept by its length alone', async () => {
    expect(await redaction()().body('{"index":{}}\n{"password":"hunter2"}\n', LIMIT)).toEqual({ text: '', length: 36 });
    expect(await redaction()().body('', LIMIT)).toEqual({ text: '' });
  });
});

describe('a large body', () => {
  const fields = Array.from({ length: 20_000 }, (_, at): [string, JsonValue] => [`f${at}`, { type: 'keyword' }]);

  it('is redacted as a small one, and gives others their turn', async () => {
    const body = { properties: Object.fromEntries(fields), _meta: { password: 'hunter2', note: 'hunter2' } };
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setTimeout(count);
    };
    let timer = setTimeout(count);
    const { text } = await redaction()().body(JSON.stringify(body), Infinity);
    clearTimeout(timer);
    expect(JSON.parse(text)).toEqual({ ...body, _meta: { password: REDACTED, note: REDACTED } });
    expect(turns).toBeGreaterThan(2);
  });

  it('is not kept where it has more secrets than can be looked for, and no text that follows is', async () => {
    const secrets = Array.from({ length: 400 }, (_, at) => ({ password: `secret-${at}` }));
    const redactor = redaction()();
    const text = JSON.stringify(secrets);
    expect(await redactor.body(text, LIMIT)).toEqual({ text: '', length: text.length });
    expect(redactor.text('secret-399')).toBe(REDACTED);
  });
});

describe('what follows a request', () => {
  it('loses what was secret in it', async () => {
    const redactor = redaction(['pin'])();
    await redactor.body('{"a":{"pin":"my secret"},"b":{"pin":12345}}', LIMIT);
    expect(redactor.text('Failed to parse [my secret] and 12345')).toBe(
      `Failed to parse [${REDACTED}] and ${REDACTED}`,
    );
    expect(redactor.json({ reason: ['my secret'], 'my secret': 1 })).toEqual({ reason: [REDACTED], [REDACTED]: 1 });
  });

  it('keeps what is too short to be told from other text', async () => {
    const redactor = redaction(['pin'])();
    expect(JSON.parse((await redactor.body('{"pin":"ab","note":"about"}', LIMIT)).text)).toEqual({
      pin: REDACTED,
      note: 'about',
    });
  });

  it('loses the credentials of the call', async () => {
    const redactor = redaction()((text) => text.replaceAll('c3VwZXI=', '[credentials]'));
    expect(redactor.text('Bearer c3VwZXI=')).toBe('Bearer [credentials]');
    expect((await redactor.body('{"echo":"c3VwZXI="}', LIMIT)).text).toBe('{"echo":"[credentials]"}');
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
