import { describe, expect, it } from 'vitest';
import { basePathFault, withoutBasePath } from './base-path.ts';

describe('the base path', () => {
  it.each(['/mapledger', '/ops/mapledger', '/a/b-c/~d.e_f', `/${'a'.repeat(254)}`])('may be %s', (path) => {
    expect(basePathFault(path)).toBeUndefined();
  });

  it.each([
    ...['mapledger', '/', '/a/', '/a//b', '/a b', '/ä', '/a?b', '/a#b', '/a/../b', '/.', '/a/"b', '//host/a', '/%61'],
    `/${'a'.repeat(255)}`,
  ])('can’t be %s', (path) => {
    expect(basePathFault(path)).toBe(
      `A base path starts with a slash and ends without one, such as /mapledger or /ops/mapledger, not "${path}".`,
    );
  });

  it.each(['api', 'assets', 'management', 'metrics'])('can’t start with /%s', (name) => {
    expect(basePathFault(`/${name}/a`)).toBe(
      `A base path can’t start with /${name}: the server has paths of that name.`,
    );
  });

  it.each([
    ['/ops', '/ops/api/x?y=/ops', '/api/x?y=/ops'],
    ['/ops', '/ops', '/'],
    ['/ops', '/ops?a=1', '/?a=1'],
    ['/ops', '/opsish/api', '/opsish/api'],
    ['/ops', '/api/x', '/api/x'],
    ['/ops', '/ops/ops/x', '/ops/x'],
    ['', '/ops/x', '/ops/x'],
  ])('%s: %s is routed as %s', (basePath, url, routed) => {
    expect(withoutBasePath(basePath, url)).toBe(routed);
  });
});
