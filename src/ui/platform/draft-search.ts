import { formatPointer, parsePointer } from '#domain/json';
import { EDITOR_TABS, TEMPLATE_STEPS, type EditorTab, type TemplateStep } from '../../machines/editor-tabs.ts';

type OtherTab = Exclude<EditorTab, 'fields'>;
const SECONDARY_TABS = EDITOR_TABS.filter((tab): tab is OtherTab => tab !== 'fields');

/** What the address of a draft says: all of it can be shared as a link. */
export interface DraftSearch {
  /** The opened field, as its pointer in the body. */
  readonly field?: string;
  /** What is searched for. */
  readonly q?: string;
  /** The mapped fields unless it says otherwise. */
  readonly tab?: OtherTab;
  /** The tree unless it says otherwise. */
  readonly view?: 'json';
  /** Of a template; its first one where absent. */
  readonly step?: TemplateStep;
  /** The version of the history that is shown; the present one where absent. */
  readonly at?: number;
  /** The version that it is compared with. */
  readonly with?: number;
}

function pointerOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    return formatPointer(parsePointer(value));
  } catch {
    // Not a pointer: the address was written by hand, and opens no field.
    return undefined;
  }
}

/** Reads the search part of an address; what does not fit is left out. */
export function readDraftSearch(search: Record<string, unknown>): DraftSearch {
  const field = pointerOf(search['field']);
  const q = search['q'];
  const [at, other] = [Number(search['at']), Number(search['with'])];
  const step = TEMPLATE_STEPS.find((name) => name === search['step']);
  const tab = SECONDARY_TABS.find((name) => name === search['tab']);
  return {
    ...(field !== undefined && field !== '' && { field }),
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(step !== undefined && { step }),
    ...(tab !== undefined && { tab }),
    ...(search['view'] === 'json' && { view: 'json' as const }),
    ...(Number.isSafeInteger(at) && at >= 1 && { at }),
    ...(Number.isSafeInteger(other) && other >= 1 && { with: other }),
  };
}
