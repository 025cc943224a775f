import { describe, expect, it } from 'vitest';
import { docsAddressFault, readDocsAddresses } from './docs-addresses.ts';

describe('docsAddressFault', () => {
  it.each([
    '',
    'https://docs.example.org/{version}/',
    'http://localhost:8080/docs',
    'https://{version}.docs.example.org',
    'HTTPS://docs.example.org',
  ])('takes %j', (text) => expect(docsAddressFault(text)).toBeNull());
  it.each([
    'docs.example.org',
    'javascript:alert(1)',
    'ftp://docs.example.org/',
    'https:docs',
    'https://',
    'https://a b/',
    '/docs/',
  ])('asks for an http address instead of %j', (text) =>
    expect(docsAddressFault(text)).toBe(
      'Enter a URL that starts with http:// or https://, such as https://docs.example.org/{version}/.',
    ),
  );
  it('knows one placeholder', () =>
    expect(docsAddressFault('https://docs.example.org/{major}/')).toBe(
      'The only placeholder is {version}. Remove the other braces.',
    ));
  it.each(['https://docs.example.org/?page=', 'https://docs.example.org/#'])(
    'takes nothing behind the path: %j',
    (text) =>
      expect(docsAddressFault(text)).toBe('The page name is appended to the URL. Remove everything from “?” or “#”.'),
  );
});

describe('readDocsAddresses', () => {
  it('reads what was kept', () =>
    expect(readDocsAddresses('{"opensearch":"https://docs.example.org"}')).toEqual({
      opensearch: 'https://docs.example.org',
    }));
  it.each([
    null,
    '',
    'no JSON',
    '[]',
    '{"elasticsearch":1}',
    '{"elasticsearch":""}',
    '{"elasticsearch":"javascript:alert(1)"}',
    '{"__proto__":{"elasticsearch":"https://docs.example.org"}}',
  ])('leaves out what does not fit: %j', (text) => expect(readDocsAddresses(text)).toEqual({}));
});
