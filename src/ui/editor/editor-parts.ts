import { lazyPart } from '../kit/lazy-part.tsx';

// The parts that are opened from the tree are loaded after it, as one file: the tree is painted first.
const load = () => import('./opened-from-tree.ts');

// On demand alone, and only for live indices.
export const CostSource = lazyPart(async () => (await import('./costs/cost-source.tsx')).CostSource);

export const BesideSteps = lazyPart(async () => (await load()).BesideSteps);
export const CreateFieldForm = lazyPart(async () => (await load()).CreateFieldForm);
export const EditFlyout = lazyPart(async () => (await load()).EditFlyout);
export const HistoryPanel = lazyPart(async () => (await load()).HistoryPanel);
export const JsonPane = lazyPart(async () => (await load()).JsonPane);
export const LintPane = lazyPart(async () => (await load()).LintPane);
export const RowMarks = lazyPart(async () => (await load()).RowMarks);
export const RuntimeFieldsPane = lazyPart(async () => (await load()).RuntimeFieldsPane);
export const SearchResults = lazyPart(async () => (await load()).SearchResults);
export const TestsOutcome = lazyPart(async () => (await load()).TestsOutcome);
export const TemplatesPane = lazyPart(async () => (await load()).TemplatesPane);

const PARTS = [
  BesideSteps,
  CreateFieldForm,
  EditFlyout,
  HistoryPanel,
  JsonPane,
  LintPane,
  RowMarks,
  RuntimeFieldsPane,
  SearchResults,
  TemplatesPane,
  TestsOutcome,
];

/**
 * Loads and runs the code of the parts, so that none of them has to be waited for when it is opened. A part that could
 * not be loaded reports the error when it is opened.
 */
export async function loadEditorParts(): Promise<void> {
  await Promise.all(PARTS.map((part) => part.preload()));
}
