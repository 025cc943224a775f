import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Inputs that text is typed in, wherever they are. */
const TEXT_INPUTS = ['TextField', 'NumberField', 'JsonEditor', 'JsonField', 'TextList', 'input', 'textarea'];
/** What makes a form of the inputs below it. */
const FORMS = ['FormDialog', 'Modal', 'ReviewDialog', 'Flyout', 'form'];
/** Keep what they return: state that comes from them is not lost with its component. */
const KEEPING = ['typedOver', 'useTypedForm', 'enteredIn'];

/** Forms and inputs whose content is in React state alone, and goes with the component: why that is right. */
const NOT_KEPT: Readonly<Record<string, string>> = {
  'cluster/sign-in-form.tsx': 'A secret.',
  'screens/settings/recovery-section.tsx': 'A secret.',
  'lists/delete-dialog.tsx': 'A name that confirms a deletion.',
  'review/template-review.tsx': 'A name that confirms a change of something managed.',
  'screens/indices/action-dialog.tsx':
    'A name that confirms an action on system indices; the number of segments is kept.',
  'screens/index-detail/settings-review.tsx': 'Confirms that an index is closed; the settings are kept.',
  'editor/merging/three-way-review.tsx': 'Which side is taken, of what is on both; both sides are kept.',
  'document-editor/compare-dialog.tsx': 'What is chosen is compared at once.',
  'files/choose-body.tsx': 'A choice in a pasted text, which Load JSON keeps; an import ends with the page.',
  'editor/documents/take-document.tsx':
    'What is searched for may repeat what documents hold; the document that is tried is in the memory of the page alone.',
  'editor/documents/test-dialog.tsx':
    'What is expected of a document may repeat what the document holds, which is in the memory of the page alone until it is kept.',
  'editor/lint/switch-off-dialog.tsx': 'One sentence: nothing is off until the dialog is sent.',
  'screens/template-move/move-dialog.tsx': 'The cluster that is chosen is compared at once.',
  'screens/change-history/change-history-screen.tsx': 'Filters are in the address.',
  'screens/index-fields/index-fields-screen.tsx': 'Which indices are shown is in the address once Enter is pressed.',
  'shell/reason-dialog.tsx': 'The change that waits for the reason ends with the dialog.',
  'shell/name-dialog.tsx': 'A name that is typed before the storage is open, and saved by Enter.',
};

const isNamed = (name: ts.Node, names: readonly string[]) => ts.isIdentifier(name) && names.includes(name.text);

/** The names in a node, without those in functions, which are called later. */
function namesIn(node: ts.Node): readonly string[] {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isFunctionLike(node)) return [];
  // Of a member, only what it is a member of.
  if (ts.isPropertyAccessExpression(node)) return namesIn(node.expression);
  if (ts.isCallExpression(node) && isNamed(node.expression, KEEPING)) return [];
  const found: string[] = [];
  ts.forEachChild(node, (child) => void found.push(...namesIn(child)));
  return found;
}

function bindingsOf(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : bindingsOf(element.name)));
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** The names in a component that hold React state, or are made of such. */
function stateIn(component: ts.Node): ReadonlySet<string> {
  const declared: ts.VariableDeclaration[] = [];
  walk(component, (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined) declared.push(node);
  });
  const state = new Set<string>();
  for (const { name, initializer } of declared) {
    const isState = initializer && ts.isCallExpression(initializer) && isNamed(initializer.expression, ['useState']);
    // Without a way to set it, it is a value that is made once.
    if (isState && ts.isArrayBindingPattern(name) && name.elements.length === 2) {
      const [value] = name.elements;
      if (value !== undefined && !ts.isOmittedExpression(value))
        for (const each of bindingsOf(value.name)) state.add(each);
    }
  }
  for (let size = -1; size !== state.size;) {
    size = state.size;
    for (const { name, initializer } of declared)
      if (initializer && !ts.isFunctionLike(initializer) && namesIn(initializer).some((each) => state.has(each)))
        if (!ts.isCallExpression(initializer) || !isNamed(initializer.expression, ['useState', 'useApiQuery']))
          for (const each of bindingsOf(name)) state.add(each);
  }
  return state;
}

/** The inputs of a file that show what is in React state alone, by what they are called. */
function unkeptInputs(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  for (const component of source.statements) {
    const state = stateIn(component);
    if (state.size === 0) continue;
    let isForm = false;
    const inputs: { readonly tag: string; readonly isText: boolean }[] = [];
    walk(component, (node) => {
      if (!ts.isJsxOpeningElement(node) && !ts.isJsxSelfClosingElement(node)) return;
      const tag = node.tagName.getText();
      if (FORMS.includes(tag)) isForm = true;
      const attributes = new Map(
        node.attributes.properties.flatMap((each) => (ts.isJsxAttribute(each) ? [[each.name.getText(), each]] : [])),
      );
      const value = attributes.get('value') ?? attributes.get('isSelected');
      if (value?.initializer === undefined || !(attributes.has('onChange') || attributes.has('onEdit'))) return;
      if (!namesIn(value.initializer).some((each) => state.has(each))) return;
      inputs.push({ tag, isText: TEXT_INPUTS.includes(tag) });
    });
    found.push(...inputs.filter(({ isText }) => isText || isForm).map(({ tag }) => tag));
  }
  return found;
}

const files = readdirSync(join(ROOT, 'src/ui'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => /(?<!\.test)\.tsx$/.test(file) && !/^(?:kit|testing)\//.test(file),
);
const unkept = new Map(
  files.flatMap((file) => {
    const inputs = unkeptInputs(join(ROOT, 'src/ui', file));
    return inputs.length === 0 ? [] : [[file, inputs] as const];
  }),
);

describe('what is typed in a form', () => {
  it('is looked for where forms are', () => {
    expect(files.length).toBeGreaterThan(150);
    expect(unkept.size).toBeGreaterThan(3);
  });

  it('is kept, or there is a reason why not', () => {
    expect([...unkept.keys()].filter((file) => !Object.hasOwn(NOT_KEPT, file))).toEqual([]);
  });

  it('has reasons only for forms that are there', () => {
    expect(Object.keys(NOT_KEPT).filter((file) => !unkept.has(file))).toEqual([]);
  });
});
