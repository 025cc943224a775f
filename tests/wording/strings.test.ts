import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { PHRASES_FOR_USERS } from './phrases.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The folders whose strings users read: on screens, in errors, in the help, in the API and in the history. */
const FOLDERS = readdirSync(join(ROOT, 'src'))
  .filter((name) => !name.includes('.'))
  .map((name) => `src/${name}`);

/** What is read without the product. Decisions and the changelog record what was written at their time. */
const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Summaries as earlier versions recorded them, to be recognized. */
const RECORDED_EARLIER = new Set(['src/domain/proof/earlier-wording.ts']);

interface Found {
  readonly line: number;
  readonly phrase: string;
  readonly instead: string;
}

/** The phrases, each with any white space between its words. */
const EXPRESSIONS = PHRASES_FOR_USERS.map(({ phrase, instead }) => ({
  expression: new RegExp(phrase.source.replaceAll(' ', String.raw`\s+`), 'gi'),
  instead,
}));

/** The phrases in a text whose first line is a line of its file, in their order. */
function phrasesIn(text: string, line: number): readonly Found[] {
  return EXPRESSIONS.flatMap(({ expression, instead }) =>
    [...text.matchAll(expression)].map(({ index, 0: found }) => ({ index, found, instead })),
  )
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, found, instead: better }) => ({
      line: line + text.slice(0, index).split('\n').length - 1,
      phrase: found.replaceAll(/\s+/g, ' '),
      instead: better,
    }));
}

/** The phrases in the strings, templates and texts in JSX of a file, without its comments and the names of its imports. */
function phrasesInStrings(text: string, fileName: string): readonly Found[] {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isJsxText(node)
    ) {
      // The position of a text in JSX includes the line break in front of it.
      const start = ts.isJsxText(node) ? node.getFullStart() : node.getStart(source);
      found.push(...phrasesIn(node.text, source.getLineAndCharacterOfPosition(start).line + 1));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\/|\/test-[^/]+$/.test(path))
    .filter((path) => !RECORDED_EARLIER.has(path))
    .sort();
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const described = (path: string, found: readonly Found[]) =>
  found.map(({ line, phrase, instead }) => `${path}:${line} "${phrase}": write ${instead}`);

describe('strings that users read', () => {
  it.each(FOLDERS)('use plain terms in %s', (folder) => {
    const sources = sourcesIn(folder);
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.flatMap((path) => described(path, phrasesInStrings(read(path), path)))).toEqual([]);
  });

  it('are found in strings, templates and JSX, with their lines', () => {
    const text = [
      "import { a } from './of-its-own.ts';",
      '// A comment of its own.',
      "const b = 'has a page of its own';",
      'const c = `A ${a} of old,',
      'and what became of it`;',
      'const d = (',
      '  <p title="No more than one">',
      '    This was changed by somebody',
      '    else.',
      '  </p>',
      ');',
    ].join('\n');
    expect(phrasesInStrings(text, 'a.tsx').map(({ line, phrase }) => `${line} ${phrase}`)).toEqual([
      '3 of its own',
      '4 of old',
      '5 became of',
      '7 No more than',
      '8 somebody else',
    ]);
  });

  it.each([
    'Each of its own members is copied.',
    'The clusters are all the same.',
    'A batch made up of commands.',
    'Come back to the draft.',
    'This leads the list.',
  ])('may use plain English: %s', (words) => expect(phrasesIn(words, 1)).toEqual([]));
});

describe('documents', () => {
  it.each(PAGES)('use plain terms in %s', (path) => {
    expect(described(path, phrasesIn(read(path), 1))).toEqual([]);
  });

  it('are checked where there are some', () => {
    expect(PAGES).toEqual(
      expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/operations.md']),
    );
  });
});
