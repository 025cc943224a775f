import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  dataStreamDetailLink,
  indexListLink,
  policyEditLink,
  templateCloneLink,
  templateDetailLink,
  templateEditLink,
  templateListLink,
} from './links.ts';
import { appRouter } from '../shell/router.tsx';

const NAMES = [
  'logs',
  '__proto__',
  'constructor',
  'a/b',
  'a%2Fb',
  '100%',
  '%',
  'a b',
  'ä🦉',
  '<script>',
  'a?b#c',
  'a&legacy=true',
  '.kibana',
  '7',
];

/** The route of an address, and the parameters that it reads. */
function placeOf(link: string) {
  const router = appRouter({ history: createMemoryHistory({ initialEntries: [addressOf(link)] }) });
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else matches an address without loading its screen
  const { fullPath, params, search } = router.matchRoutes(router.latestLocation).at(-1) ?? {};
  return { path: fullPath, name: (params as { readonly name?: string }).name, search };
}

describe('links', () => {
  it('have the shapes that bookmarks and other programs rely on', () => {
    expect(templateListLink()).toBe('/templates');
    expect(templateDetailLink('logs')).toBe('/templates/logs');
    expect(templateDetailLink('logs', true)).toBe('/templates/logs?legacy=true');
    expect(templateEditLink('logs')).toBe('/edit_template/logs');
    expect(templateEditLink('logs', true)).toBe('/edit_template/logs?legacy=true');
    expect(templateCloneLink('logs')).toBe('/clone_template/logs');
    expect(templateCloneLink('logs', true)).toBe('/clone_template/logs?legacy=true');
    expect(indexListLink()).toBe('/indices');
    expect(indexListLink('data_stream:"logs&x"', true)).toBe(
      '/indices?includeHiddenIndices=true&filter=data_stream%3A%22logs%26x%22',
    );
    expect(indexListLink('')).toBe('/indices?includeHiddenIndices=false&filter=');
    expect(dataStreamDetailLink('logs')).toBe('/data_streams/logs');
    expect(policyEditLink('30 days/hot')).toBe('/data/index_lifecycle_management/policies/edit/30%20days%2Fhot');
  });

  it.each(NAMES)('lead to a screen of ours that knows the name %j', (name) => {
    const base = '/management/data/index_management';
    expect(placeOf(templateDetailLink(name, true))).toMatchObject({
      path: `${base}/templates/$name`,
      name,
      search: { legacy: true },
    });
    expect(placeOf(templateEditLink(name))).toMatchObject({ path: `${base}/edit_template/$name`, name });
    expect(placeOf(templateCloneLink(name))).toMatchObject({ path: `${base}/clone_template/$name`, name });
    expect(placeOf(dataStreamDetailLink(name))).toMatchObject({ path: `${base}/data_streams/$name`, name });
    expect(placeOf(indexListLink(name, true))).toMatchObject({
      path: `${base}/indices`,
      search: { includeHiddenIndices: true },
    });
    expect(placeOf(templateListLink()).path).toBe(`${base}/templates`);
  });
});
