import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mishap } from '../src/cli/code/test-cluster.ts';
import { filled, projectFor, put } from '../src/cli/code/test-project.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/mappings-as-code.md'), 'utf8');
const section = page.slice(page.indexOf('### Least privileges'));

type Role = Readonly<Record<string, unknown>>;
const roles = Array.from(section.matchAll(/```json\n([^]*?)```/g), ([, block = '']) => JSON.parse(block) as Role);
const [elasticRead = {}, elasticWrite = {}, elasticIndices = {}, openRead = {}, openWrite = {}, openIndices = {}] =
  roles;

/** Everything that roles permit by name, whatever it is for. */
function grantsOf(...roles: readonly Role[]): ReadonlySet<string> {
  const strings = (value: unknown): readonly string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(strings)
        : [];
  return new Set(roles.flatMap(strings));
}

/** The names that roles are for. */
const PATTERNS = ['*', 'products', 'shop-*'];

const TEMPLATES = '_(?:component_|index_)?template';

/**
 * What permits a request: a privilege of Elasticsearch, and actions or groups of OpenSearch. From the pages that the
 * section refers to; where several permit it, the widest is last.
 */
const RIGHTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^GET \/$/, ['monitor', 'cluster:monitor/main']],
  [
    /^GET \/_component_template\b/,
    ['monitor', 'cluster:admin/component_template/get', 'cluster_manage_index_templates'],
  ],
  [/^GET \/_index_template\b/, ['monitor', 'indices:admin/index_template/get', 'cluster_manage_index_templates']],
  [/^GET \/_template\b/, ['monitor', 'indices:admin/template/get', 'cluster_manage_index_templates']],
  [new RegExp(`^(?:PUT|DELETE) /${TEMPLATES}/`), ['manage_index_templates', 'cluster_manage_index_templates']],
  [/^GET \/_data_stream(?!.*_lifecycle)/, ['view_index_metadata', 'indices:admin/data_stream/get']],
  [/^GET \/_ilm\b/, ['read_ilm']],
  [/^GET \/_plugins\/_ism\/policies\b/, ['cluster:admin/opendistro/ism/policy/search']],
  [/^GET \/_ingest\/pipeline\b/, ['read_pipeline', 'cluster:admin/ingest/pipeline/get']],
  [/^GET \/[^_]/, ['view_index_metadata', 'indices:admin/get', 'manage']],
  [/^PUT \/[^_/]+$/, ['manage', 'indices:admin/create']],
  [/^PUT \/[^_/]+\/_mapping$/, ['manage', 'indices:admin/mapping/put']],
  [/^PUT \/[^_/]+\/_settings$/, ['manage', 'indices:admin/settings/update']],
  [/^PUT \/_aliases$/, ['manage', 'indices:admin/aliases']],
  [/^GET \/(?:_cat\/plugins|_nodes|_cluster\/settings|_license)\b/, ['monitor']],
];

/** A cluster that permits what roles permit and refuses the rest, with all that it refused. */
async function clusterFor(...given: readonly Role[]) {
  const cluster = await filled();
  const project = projectFor(cluster);
  const grants = grantsOf(...given);
  await put(cluster, 'products', { aliases: { shop: {} } });
  const refused = new Set<string>();
  cluster.mishap = (write, path): Mishap => {
    const request = `${write === undefined ? 'GET' : 'PUT'} ${path.replace(/\?.*/, '')}`;
    const rights = RIGHTS.find(([pattern]) => pattern.test(request))?.[1] ?? [];
    if (rights.some((right) => grants.has(right))) return 'none';
    refused.add(request);
    return { status: 403, reason: 'not permitted' };
  };
  return { cluster, project, refused };
}

/** Looked up for other things than templates as code; everything here does without them. */
const UNUSED = [
  '_license',
  '_cat/plugins',
  '_nodes/plugins',
  '_cluster/settings',
  '_lifecycle',
  '_resolve',
  '_ilm/status',
];

describe('the roles of the page', () => {
  it.each([
    ['Elasticsearch, to read', elasticRead],
    ['Elasticsearch, to apply', elasticWrite],
    ['OpenSearch, to read', openRead],
    ['OpenSearch, to apply', openWrite],
  ])('%s: suffices to pull, plan and watch', async (_, role) => {
    const { project, refused } = await clusterFor(role);
    expect(await project.run('pull', ['*', 'indices/products'])).toMatchObject({ code: 0, err: '' });
    expect(project.files()).toContain('indices/products.json');
    expect(await project.run('drift', ['--detailed-exitcode'])).toMatchObject({ code: 0, err: '' });
    project.write('index_templates/new.json', {
      index_patterns: ['new-*'],
      template: { settings: { default_pipeline: 'p' } },
    });
    await project.run('plan');
    expect([...refused].filter((request) => !UNUSED.some((part) => request.includes(part)))).toEqual([]);
  });

  it.each([
    ['Elasticsearch', elasticRead, elasticWrite],
    ['OpenSearch', openRead, openWrite],
  ])('%s: only the one to apply may write', async (_, read, write) => {
    for (const [role, code] of [
      [read, 4],
      [write, 0],
    ] as const) {
      const { project, cluster } = await clusterFor(role);
      await project.run('pull');
      project.write('index_templates/new.json', { index_patterns: ['new-*'] });
      project.write('component_templates/base.json', { template: {} });
      expect(await project.run('apply', ['--yes'])).toMatchObject({ code });
      expect(cluster.writes).toHaveLength(code === 0 ? 2 : 1);
    }
  });

  it.each([
    ['Elasticsearch', elasticWrite, elasticIndices],
    ['OpenSearch', openWrite, openIndices],
  ])('%s: only with the one for indices may create and change them', async (_, write, indices) => {
    for (const [given, code] of [
      [[write], 4],
      [[write, indices], 0],
    ] as const) {
      const { project, cluster } = await clusterFor(...given);
      project.write('indices/products.json', {
        mappings: { properties: { a: { type: 'keyword' } } },
        settings: { refresh_interval: '5s' },
        aliases: { other: {} },
      });
      project.write('indices/another.json', {});
      expect(await project.run('apply', ['--yes'])).toMatchObject({ code });
      expect(cluster.writes).toHaveLength(code === 0 ? 4 : 1);
    }
  });

  // The roles for what `--allow` permits are tried on a secured engine, in privileges.cluster.test.ts.
  it('have nothing that no request needs', () => {
    const known = new Set(RIGHTS.flatMap(([, rights]) => rights));
    for (const role of [elasticRead, elasticWrite, elasticIndices, openRead, openWrite, openIndices])
      expect([...grantsOf(role)].filter((grant) => !PATTERNS.includes(grant) && !known.has(grant))).toEqual([]);
  });
});
