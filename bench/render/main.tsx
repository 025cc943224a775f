import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { typeTitle } from '#domain/catalogue';
import { countBelow } from '#domain/commands';
import { createState } from '#domain/document';
import type { JsonObject } from '#domain/json';
import { rootContainer, summaryOf, typeOf, visibleRows } from '#domain/mapping';
import { realisticMappings } from '../../tests/builders/realistic-tree.ts';
import { FieldTree } from '../../src/ui/editor/fields/field-tree.tsx';
import { countOf } from '#domain/console';
import { parameterLine } from '../../src/ui/editor/parameters/field-labels.ts';
import '../../src/ui/kit/theme/tokens.css';
import '../../src/ui/kit/theme/base.css';
import { BareList, type PlainRow } from './bare-list.tsx';

/** What one render of both sides took, in milliseconds, and how many nodes it made. */
export interface RenderRound {
  readonly treeMs: number;
  readonly listMs: number;
  readonly treeNodes: number;
}

const EXPANDED = { isExpandedByDefault: true, exceptions: {} };
const TARGET = { distribution: 'elasticsearch', version: '9.0' } as const;
const doNothing = () => undefined;

/** Renders into a pane of the size of a screen, until the layout is there. */
function renderOnce(content: ReactNode): { readonly ms: number; readonly nodes: number } {
  const pane = document.createElement('div');
  pane.style.cssText = 'position:fixed;inset:0;display:flex;flex-direction:column';
  document.body.append(pane);
  const root = createRoot(pane);
  const start = performance.now();
  flushSync(() => root.render(content));
  pane.getBoundingClientRect();
  const ms = performance.now() - start;
  const nodes = pane.querySelectorAll('*').length;
  flushSync(() => root.unmount());
  pane.remove();
  return { ms, nodes };
}

function compareRenders(fields: number, rounds: number): readonly RenderRound[] {
  const state = createState({ body: realisticMappings({ fields, aliasShare: 0.01 }) });
  // The document is open: its folds are there, as after every load.
  summaryOf(rootContainer(state.body, '') as JsonObject);
  const all = visibleRows(state.body, '', EXPANDED);
  const plain: PlainRow[] = [];
  for (let index = 0; index < all.count; index++) {
    const { id, name, level, definition, hasChildren } = all.rowAt(index);
    const below = hasChildren ? countOf(countBelow(definition), 'field') : '';
    plain.push({ id, name, level, type: typeTitle(typeOf(definition)), parameters: parameterLine(definition), below });
  }
  if (plain.length !== fields) throw new Error(`${plain.length} rows are visible, not ${fields}.`);
  return Array.from({ length: rounds }, () => {
    const list = renderOnce(<BareList rows={plain} />);
    const tree = renderOnce(<ExpandedTree body={{ ...(state.body as JsonObject) }} />);
    return { treeMs: tree.ms, listMs: list.ms, treeNodes: tree.nodes };
  });
}

/** The tree of the editor, with the rows worked out from the document. */
function ExpandedTree({ body }: { readonly body: JsonObject }) {
  const rows = visibleRows(body, '', EXPANDED);
  return (
    <FieldTree
      label="Fields"
      rows={rows}
      target={TARGET}
      activeId={null}
      onActiveId={doNothing}
      onToggle={doNothing}
      actions={{ onAdd: doNothing, onEdit: doNothing, onRemove: doNothing }}
      isIdle
    />
  );
}

Object.assign(window, { compareRenders });
