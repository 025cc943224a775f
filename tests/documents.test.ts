import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const DOCUMENTS = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsIn(path: string): readonly string[] {
  return Array.from(read(path).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

interface Link {
  readonly isImage: boolean;
  readonly path: string;
  readonly anchor: string | undefined;
}

/** The links of a document to files of the repository. */
function linksIn(path: string): readonly Link[] {
  const text = read(path).replaceAll(/```[^]*?```|`[^`\n]*`/g, '');
  return Array.from(
    text.matchAll(/(!?)\[[^\]]*\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)/g),
    ([, mark, to = '', anchor]) => ({
      isImage: mark === '!',
      path: to === '' ? path : relative(ROOT, join(ROOT, dirname(path), to)),
      anchor,
    }),
  );
}

describe('links', () => {
  it.each(DOCUMENTS)('of %s point to files and headings that exist', (document) => {
    const broken = linksIn(document).filter(
      ({ path, anchor }) =>
        !existsSync(join(ROOT, path)) || (anchor !== undefined && !anchorsIn(path).includes(anchor)),
    );
    expect(broken).toEqual([]);
  });

  it('are found', () => {
    expect(linksIn('CONTRIBUTING.md')).toContainEqual({ isImage: false, path: 'CONTRIBUTING.md', anchor: 'engines' });
    expect(linksIn('docs/operations.md')).toContainEqual({
      isImage: false,
      path: 'docs/clusters.md',
      anchor: undefined,
    });
  });
});

describe('the README', () => {
  it('has at most 90 lines, two commands to start with and a first minute for each role', () => {
    const text = read('README.md');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(90);
    const blocks = Array.from(text.matchAll(/```sh\n([^]*?)```/g), ([, block = '']) => block.trim());
    expect(blocks).toEqual(['npm start', 'npm test']);
    for (const role of ['An administrator', 'An audit reviewer', 'A QA engineer'])
      expect(text).toContain(`**${role}**`);
  });

  it('shows two pictures of at most 200 kB', () => {
    const pictures = linksIn('README.md').filter(({ isImage }) => isImage);
    expect(pictures).toHaveLength(2);
    for (const { path } of pictures) {
      expect(path).toMatch(/^docs\/pictures\//);
      expect(statSync(join(ROOT, path)).size).toBeLessThanOrEqual(200_000);
    }
  });
});

describe('the decisions', () => {
  const pages = readdirSync(join(ROOT, 'docs/decisions')).filter((name) => /^\d{4}-.*\.md$/.test(name));
  const index = read('docs/decisions/README.md');

  it('are all listed, in the order of their numbers', () => {
    const listed = Array.from(index.matchAll(/^\| \[(\d{4})\]\(([^)]+)\)/gm), ([, number = '', name = '']) => {
      expect(name).toMatch(new RegExp(`^${number}-`));
      return name;
    });
    expect(listed).toEqual(pages.sort());
  });

  it('name the numbers that no page has', () => {
    const numbers = new Set(pages.map((name) => Number(name.slice(0, 4))));
    const missing = Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1).filter(
      (each) => !numbers.has(each),
    );
    const named = Array.from(/^The numbers (.*) belong to no page/m.exec(index)?.[1]?.matchAll(/\d{4}/g) ?? [], Number);
    expect(named).toEqual(missing);
  });
});

describe('paths that a document names', () => {
  const FOLDERS = ['src', 'tests', 'docs', 'scripts', 'bench', 'property-tests', 'tools', 'bin'];
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  /** What is in code spans and looks like a path; the changelog and the decisions also name files that are gone. */
  const namedIn = (document: string) =>
    Array.from(read(document).matchAll(/`([\w./-]+)`/g), ([, path = '']) => path.replace(/\/$/, ''));
  const PRESENT = DOCUMENTS.filter((name) => name !== 'CHANGELOG.md' && !name.startsWith('docs/decisions/'));

  it.each(PRESENT)('exist, from the root: %s', (document) => {
    const isOfRepository = (path: string) => FOLDERS.some((folder) => path.startsWith(`${folder}/`));
    expect(namedIn(document).filter((path) => isOfRepository(path) && !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('exist as a file of that name in the tours of the architecture', () => {
    const named = namedIn('docs/architecture.md').filter((path) => /\.(?:tsx?|mjs)$/.test(path));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([]);
  });
});
