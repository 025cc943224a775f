import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ROUTES, type RouteContract } from '#domain/wire';

const ROOT = join(import.meta.dirname, '..');
const HOOKS = ['useApiMutation', 'useComparedWrite', 'useCopyRun'];

const CHANGING = new Set(
  Object.entries<RouteContract>(ROUTES).flatMap(([id, { writes, usesCluster }]) => (writes && usesCluster ? [id] : [])),
);

const PROPOSES = 'nothing is sent to the cluster before the plan is approved, where the reason is asked';

/** Where no dialog asks, and the server asks in place if it requires a reason. */
const WITHOUT_DIALOG: Readonly<Record<string, string>> = {
  'src/ui/editor/documents/ask-cluster.tsx: documents.try': 'a button in a panel, which writes to a scratch index',
  'src/ui/screens/index-detail/fields/sample-estimate.tsx: documents.estimate':
    'a button in a panel, which writes to scratch indices',
  'src/ui/platform/extensions/example/replicas.ts: settings.update': 'gets an API that has the reason of the dialog',
  'src/ui/screens/data-streams/data-stream-flyout.tsx: plans.create': PROPOSES,
  'src/ui/screens/index-detail/resize-dialog.tsx: plans.create': PROPOSES,
  'src/ui/screens/plans/create-plan-screen.tsx: plans.create': PROPOSES,
  'src/ui/screens/template-move/use-move.ts: plans.create': PROPOSES,
};

interface Use {
  readonly path: string;
  readonly route: string;
  readonly hasReason: boolean;
}

/** The calls of routes that change a cluster, and whether each hands a reason on. */
function usesIn(path: string): readonly Use[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: Use[] = [];
  const visit = (node: ts.Node) => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node)) return;
    const [first, , options] = node.arguments;
    if (first === undefined || !ts.isStringLiteral(first)) return;
    const route = first.text;
    if (!CHANGING.has(route)) return;
    const { expression } = node;
    if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'call')
      found.push({ path, route, hasReason: /\b(?:reason|sending)\b/.test(options?.getText() ?? '') });
    else if (ts.isIdentifier(expression) && HOOKS.includes(expression.text))
      found.push({ path, route, hasReason: /withReason\(|use\(ReasonContext\)/.test(text) });
  };
  visit(source);
  return found;
}

describe('a change of a cluster', () => {
  const uses = readdirSync(join(ROOT, 'src/ui'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !name.startsWith('testing/'))
    .flatMap((name) => usesIn(`src/ui/${name}`));

  it('is sent with the reason of its dialog, wherever it is sent', () => {
    expect(new Set(uses.map(({ route }) => route)).size).toBeGreaterThan(20);
    const without = uses.filter(({ hasReason }) => !hasReason).map(({ path, route }) => `${path}: ${route}`);
    expect([...new Set(without)].sort()).toEqual(Object.keys(WITHOUT_DIALOG).sort());
  });
});
