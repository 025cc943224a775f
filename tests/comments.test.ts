import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { PHRASES } from './wording/phrases.ts';

const ROOT = join(import.meta.dirname, '..');

/** The folders whose comments are checked. */
const FOLDERS = readdirSync(join(ROOT, 'src')).map((name) => `src/${name}`);

interface Comment {
  /** From 1. */
  readonly line: number;
  /** The words of each line. */
  readonly lines: readonly string[];
}

/** The comments of a file, in order. Line comments without code between them are one comment. */
function commentsIn(text: string, fileName = 'a.ts'): readonly Comment[] {
  const { comments: found } = parseSync(fileName, text);
  const lineAt = lineCounter(text);
  const comments: Comment[] = [];
  let open: { readonly lines: string[]; readonly lastLine: number } | undefined;
  for (const { type, start, end } of found) {
    const isLine = type === 'Line';
    const line = lineAt(start);
    const lines = text.slice(start, end).split('\n').map(wordsOf);
    const isAlone = text.slice(text.lastIndexOf('\n', start) + 1, start).trim() === '';
    const above = isLine && isAlone && open?.lastLine === line - 1 ? open.lines : undefined;
    if (above === undefined) comments.push({ line, lines });
    else above.push(...lines);
    open = isLine ? { lines: above ?? lines, lastLine: line } : undefined;
  }
  return comments;
}

/** Tells the line of a place, from 1, for places in their order. */
function lineCounter(text: string): (place: number) => number {
  let line = 1;
  let counted = 0;
  return (place) => {
    for (; counted < place; counted++) if (text[counted] === '\n') line++;
    return line;
  };
}

/** A line of a comment without the characters that make it one. */
function wordsOf(line: string): string {
  return line
    .replace(/^\s*(?:\/\/+|\/\*+|\*(?!\/))?/, '')
    .replace(/\*+\/$/, '')
    .trim();
}

interface Found {
  readonly line: number;
  readonly phrase: string;
  readonly instead: string;
}

function phrasesIn(text: string): readonly Found[] {
  return phrasesOf(commentsIn(text));
}

function phrasesOf(comments: readonly Comment[]): readonly Found[] {
  return comments.flatMap(({ line, lines }) => {
    const words = lines.join(' ');
    return PHRASES.flatMap(({ phrase: expression, instead }) =>
      [...words.matchAll(new RegExp(expression, 'gi'))].map(({ index, 0: phrase }) => {
        let end = -1;
        const place = lines.findIndex((each) => (end += each.length + 1) > index);
        return { line: line + place, phrase, instead };
      }),
    );
  });
}

/** Prettier breaks code at this column, but not comments. */
const WIDTH = 120;

/** The places of lines that a comment makes too wide. An address and a directive can't be broken. */
function wideIn(file: string): readonly string[] {
  const lines = textOf(file).split('\n');
  const commented = commentsOf(file).flatMap((comment) => comment.lines.map((_, index) => comment.line + index));
  return [...new Set(commented)].flatMap((line) => {
    const written = lines[line - 1] ?? '';
    const isKept = written.length <= WIDTH || /:\/\/|\/\/ (?:oxlint-disable|@ts-expect-error)/.test(written);
    return isKept ? [] : [`${file}:${line}`];
  });
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();
}

const texts = new Map<string, string>();
const comments = new Map<string, readonly Comment[]>();

function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(ROOT, file), 'utf8');
  texts.set(file, text);
  return text;
}

/** Each file is parsed once for all tests. */
function commentsOf(file: string): readonly Comment[] {
  const found = comments.get(file) ?? commentsIn(textOf(file), file);
  comments.set(file, found);
  return found;
}

describe('comments', () => {
  it.each(FOLDERS)('of %s use plain terms', (folder) => {
    const found = filesIn(folder).flatMap((file) =>
      phrasesOf(commentsOf(file)).map(({ line, phrase, instead }) => `${file}:${line} "${phrase}": write ${instead}`),
    );
    expect(found).toEqual([]);
  });

  it.each(FOLDERS)('of %s are no wider than the code', (folder) => {
    expect(filesIn(folder).flatMap(wideIn)).toEqual([]);
  });

  it('cite no document that is not in the repository', () => {
    const cited = FOLDERS.flatMap(filesIn).filter((file) =>
      commentsOf(file).some(({ lines }) =>
        [...lines.join(' ').matchAll(/[\w/-]+\.md\b/g)].some(
          ([path]) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, dirname(file), path)),
        ),
      ),
    );
    expect(cited).toEqual([]);
  });

  it('and documents, names of tests and strings cite no specification that is not in the repository', () => {
    const [here] = import.meta.filename.split('/').slice(-1);
    const files = ['src', 'tests', 'docs', 'bench', 'property-tests', 'scripts', 'tools'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:tsx?|mjs|md)$/.test(name) && name !== here)
        .map((name) => `${folder}/${name}`),
    );
    const citing = [...files, 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].flatMap((file) =>
      [...textOf(file).matchAll(/\b(?:the|its|our|product's)\s+(?:\*\s+)?specification\b/gi)].map(
        ([phrase]) => `${file}: ${phrase}`,
      ),
    );
    expect(files.length).toBeGreaterThan(1_000);
    expect(citing).toEqual([]);
  });

  it('are found in front of and behind code, with their lines', () => {
    const text = [
      '// A file of its own.',
      'const a = 1; // Is told.',
      '',
      '/**',
      ' * Puts all',
      ' * the same things there.',
      ' */',
      'function f(/* let in */) {',
      '  // One that somebody',
      '  // else has made.',
      '}',
      '// Says of it.',
    ].join('\n');
    expect(phrasesIn(text).map(({ line, phrase }) => `${line} ${phrase}`)).toEqual([
      '1 of its own',
      '2 Is told',
      '5 all the same',
      '8 let in',
      '9 somebody else',
      '12 Says of',
    ]);
  });

  it('are not strings, templates, regular expressions or text in JSX', () => {
    const text = [
      "const a = '// somebody else';",
      'const b = `/* somebody else */ ${a} // somebody else`;',
      'const c = /[/*] somebody else/;',
      'const d = <p title="// somebody else">// somebody else {a} /* somebody else */</p>;',
    ].join('\n');
    expect(commentsIn(text, 'a.tsx')).toEqual([]);
  });

  it.each([
    'It is called regardless of what it returns.',
    'The keys are all the same.',
    'Each of its own members is copied.',
    'A batch made up of commands.',
    'A clock stands in for the real one.',
    'A fault is told apart by its kind.',
  ])('may use plain English: %s', (words) => expect(phrasesIn(`// ${words}`)).toEqual([]));
});
