import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** What all pages of an origin share, and which consoles below different paths have to name apart. */
const SHARED = [
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'openDB',
  'deleteDB',
  'BroadcastChannel',
  'SharedWorker',
  'locks',
  'caches',
  'cookie',
  'cookieStore',
];

/** The files that use one of them, each with how it keeps consoles apart. */
const BY_NAME = {
  'src/ui/platform/console-storage.ts: localStorage': 'the one piece that all others use',
  'src/ui/platform/console-storage.ts: sessionStorage': 'the one piece that all others use',
  'src/infra/database.ts: indexedDB': 'only whether there is one',
  'src/infra/database.ts: openDB': 'the name of the console',
  'src/infra/stream-channel.ts: BroadcastChannel': 'the name of the database',
  'src/ui/composition/open-trail.ts: BroadcastChannel': 'the name of the database',
  'src/infra/with-lock.ts: locks': 'callers name the database, as below',
  'src/infra/tab-presence.ts: locks': 'a page has an id that no other page has',
  'src/infra/browser-log-renewal.ts: locks': 'once for the whole site, whose databases share one log',
  'src/infra/browser-log-renewal.ts: openDB': 'once for the whole site, whose databases share one log',
  'src/infra/browser-log-renewal.ts: deleteDB': 'once for the whole site, whose databases share one log',
};

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name}`)
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.contract\.ts$|\/testing\/|\/test-[^/]+$/.test(path))
  .sort();

function nodesIn(path: string): readonly ts.Node[] {
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const found: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    // Types and imports use nothing.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** An identifier that is read, and not the name of a member that is declared or set. */
function isUse(node: ts.Node): node is ts.Identifier {
  if (!ts.isIdentifier(node) || !SHARED.includes(node.text)) return false;
  const { parent } = node;
  const isDeclared = (ts.isVariableDeclaration(parent) || ts.isBindingElement(parent)) && parent.name === node;
  return !isDeclared && !ts.isPropertyAssignment(parent) && !ts.isBindingElement(parent);
}

const NAMED = /^`mapledger:\$\{(?:database\.)?name\}/;

describe('what the browser keeps for a console', () => {
  // Only these can have it: the server and the domain have no browser.
  const nodes = sources
    .filter((path) => /^src\/(?:ui|infra|machines)\//.test(path))
    .flatMap((path) => nodesIn(path).map((node) => ({ path, node })));

  it('is used by the files that name it apart, and by no others', () => {
    const uses = nodes.flatMap(({ path, node }) => (isUse(node) ? [`${path}: ${node.text}`] : []));
    expect([...new Set(uses)].sort()).toEqual(Object.keys(BY_NAME).sort());
  });

  it('has the name of the console in each channel and each lock that pages share', () => {
    const names = nodes.flatMap(({ path, node }) => {
      const isChannel = ts.isNewExpression(node) && node.expression.getText() === 'BroadcastChannel';
      const isLock = ts.isCallExpression(node) && node.expression.getText() === 'withLock';
      return isChannel || isLock ? [{ path, name: node.arguments?.[0]?.getText() ?? '' }] : [];
    });
    expect(names.length).toBeGreaterThanOrEqual(4);
    expect(names.filter(({ name }) => !NAMED.test(name))).toEqual([]);
  });
});
