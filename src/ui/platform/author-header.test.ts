import { describe, expect, it } from 'vitest';
import type { Author } from '#domain/events';
import type { HttpRequest } from '#domain/ports';
import { AUTHOR_HEADER, DEVICE_HEADER } from '#domain/wire';
import { readClaimedAuthor } from '../../server/console/claimed-author.ts';
import { withAuthor } from './author-header.ts';

const SECRET = 'the secret of a device, which is long enough';

async function sent(author: Author | null, request: HttpRequest = { method: 'POST', path: '/a' }) {
  const seen: HttpRequest[] = [];
  const http = withAuthor(
    {
      async send(each) {
        seen.push(each);
        return { status: 200, body: '{}' };
      },
    },
    () => author && { author, secret: SECRET },
  );
  await http.send(request);
  return seen[0]?.headers;
}

const author = (id: string, name: string): Author => ({ id, name, verified: false });

describe('the author of this device', () => {
  it('is said with what may change something, and the secret with everything', async () => {
    const ada = author('device-1', 'Ada');
    const headers = { [DEVICE_HEADER]: SECRET, [AUTHOR_HEADER]: encodeURIComponent('{"id":"device-1","name":"Ada"}') };
    expect(await sent(ada)).toEqual(headers);
    expect(await sent(ada, { method: 'DELETE', path: '/a', headers: { other: 'x' } })).toEqual({
      other: 'x',
      ...headers,
    });
    expect(await sent(ada, { method: 'GET', path: '/a' })).toEqual({ [DEVICE_HEADER]: SECRET });
    expect(await sent(null)).toBeUndefined();
  });

  it.each([
    ['Ädä Łovelace 愛', 'Ädä Łovelace 愛'],
    ['a"b\\c%20,;=', 'a"b\\c%20,;='],
    ['line\nbreak\u0000', 'line\uFFFDbreak\uFFFD'],
    ['half \uD83D', 'half \uFFFD'],
    ['x'.repeat(1_000), 'x'.repeat(256)],
    // Cut between the halves of a surrogate pair.
    [`${'x'.repeat(255)}\u{1F600}`, `${'x'.repeat(255)}\uFFFD`],
  ])('arrives as the server takes it: %j', async (name, arrived) => {
    const header = (await sent(author('device-1', name)))?.[AUTHOR_HEADER];
    expect(header).toMatch(/^[!-~]+$/);
    expect(readClaimedAuthor(header)).toEqual({ id: 'device-1', name: arrived });
  });

  it('is not said where the server would refuse it', async () => {
    for (const id of ['', 'x'.repeat(257), 'a\nb', '\uDC00'])
      expect(await sent(author(id, 'Ada'))).not.toHaveProperty(AUTHOR_HEADER);
    expect(await sent(author('a', ''))).not.toHaveProperty(AUTHOR_HEADER);
  });
});
