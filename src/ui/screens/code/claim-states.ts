import type { CodeClaim } from '../../cluster/use-code-claims.ts';
import type { ChipTone } from '../../kit/chip.tsx';

/** How a claimed object is shown, in the order of the list: what needs somebody to look is first. */
export const SHOWN_STATES = ['changed', 'missing', 'left', 'same', 'exists'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

interface StateWords {
  readonly label: string;
  readonly tone: ChipTone;
  readonly description: string;
}

export const STATE_WORDS: Readonly<Record<ShownState, StateWords>> = {
  changed: {
    label: 'Changed since',
    tone: 'warning',
    description: 'It differs from the file that was applied last.',
  },
  missing: { label: 'Missing', tone: 'danger', description: 'The cluster doesn’t have it.' },
  left: {
    label: 'No file any more',
    tone: 'neutral',
    description: 'The newest apply of the project had no file of it.',
  },
  same: { label: 'As applied', tone: 'green', description: 'It is as in the file that was applied last.' },
  exists: {
    label: 'Exists',
    tone: 'neutral',
    description: 'The file of an index names only what must hold: mapledger drift compares it.',
  },
};

/** The state of a claim in the list; absent where the server did not compare it. */
export function shownState({ isLeft, state }: CodeClaim): ShownState | undefined {
  return isLeft ? 'left' : state;
}

/** Identifies a claim: what has no file any more may be claimed by another project as well. */
export function claimId({ project, object }: CodeClaim): string {
  return `${project}/${object}`;
}

export const OUTCOME_LABELS: Readonly<Record<CodeClaim['applied']['outcome'], string>> = {
  running: 'Running, or cut short',
  done: 'Done',
  stopped: 'Stopped before its end',
};
