import type { PopoverProps } from 'react-aria-components';
import type { TourAnchor } from '../platform/tour.ts';

/** The screens that steps begin on; the mapping is the one of {@link SAMPLE_INDEX}. */
export type TourScreen = 'indices' | 'indexMapping' | 'history' | 'fuzzLab';

export interface TourStep {
  /** The element that the step points at. Until it is there, the step is shown below the search button. */
  readonly anchor: TourAnchor;
  readonly placement: NonNullable<PopoverProps['placement']>;
  /** The screen that is opened with the step; absent where the step stays on the one before. */
  readonly screen?: TourScreen;
  readonly title: string;
  readonly text: string;
}

export interface TourPlan {
  readonly id: 'overview' | 'administrator' | 'reviewer' | 'qa';
  readonly label: string;
  readonly about: string;
  /** It edits an index of the sandbox, and is not offered on other clusters. */
  readonly needsSandbox?: true;
  readonly steps: readonly TourStep[];
}

/** The index of the sandbox that the tour edits. */
export const SAMPLE_INDEX = 'sandbox-products';

export const TOURS: readonly TourPlan[] = [
  {
    id: 'administrator',
    label: 'Administrator',
    about: 'Add a field to a live index, review and save it, undo it.',
    needsSandbox: true,
    steps: [
      {
        anchor: 'add-field',
        placement: 'bottom end',
        screen: 'indexMapping',
        title: 'Add a field',
        text: `This is the live mapping of ${SAMPLE_INDEX}. Choose Add field, enter the name supplier and the type Keyword, and press Enter. Esc closes the form.`,
      },
      {
        anchor: 'review',
        placement: 'top end',
        title: 'Review and save',
        text: `Nothing has been sent yet. The review shows the exact request and what it affects. Update mapping of ${SAMPLE_INDEX} sends it.`,
      },
      {
        anchor: 'undo',
        placement: 'bottom end',
        title: 'Undo',
        text: 'Undo works after a reload, too. An index can’t drop a field that was applied: undo tells you what the cluster keeps. Try it with an edit that was not applied yet.',
      },
      {
        anchor: 'history',
        placement: 'end top',
        title: 'See the record',
        text: 'Each edit and each request is recorded with author and time, and requests with their reason. The tour for reviewers continues here.',
      },
    ],
  },
  {
    id: 'reviewer',
    label: 'Reviewer',
    about: 'Find out who changed what, and whether it reached the cluster.',
    steps: [
      {
        anchor: 'history',
        placement: 'end top',
        screen: 'history',
        title: 'Find a change',
        text: 'History lists all changes, newest first. Filter them by person, object, field or time. If it is empty, take the tour for administrators first.',
      },
      {
        anchor: 'change',
        placement: 'end top',
        title: 'Open the change',
        text: 'Select a change to see who made it, when, why, and the values before and after.',
      },
      {
        anchor: 'entry',
        placement: 'start top',
        title: 'Check that it reached the cluster',
        text: '“On the cluster” says whether the change was applied. Below are the request and the response.',
      },
      {
        anchor: 'verify',
        placement: 'bottom end',
        title: 'Verify the record',
        text: 'Verify history checks all hashes and replays every command, in this browser and on the server.',
      },
    ],
  },
  {
    id: 'qa',
    label: 'QA engineer',
    about: 'Run the fuzz lab, read a failed case and replay it.',
    steps: [
      {
        anchor: 'start-run',
        placement: 'top left',
        screen: 'fuzzLab',
        title: 'Run the lab',
        text: 'A run tries random edits for a minute. It can begin with a draft, a template or a file of yours. Return to this screen while it runs.',
      },
      {
        anchor: 'failed-case',
        placement: 'top left',
        screen: 'fuzzLab',
        title: 'Read a failed case',
        text: 'A failed case is reduced to the fewest steps. This example was found after a fault was planted in Mapledger.',
      },
      {
        anchor: 'replay',
        placement: 'top left',
        screen: 'fuzzLab',
        title: 'Replay a case',
        text: 'Replay runs a downloaded case or an exported log again. Choose Replay example: without the planted fault, it no longer fails.',
      },
    ],
  },
  {
    id: 'overview',
    label: 'Overview',
    about: 'See the three places that matter most.',
    steps: [
      {
        anchor: 'indices',
        placement: 'end top',
        title: 'Find and manage indices',
        text: 'Filter the indices of the cluster, open one to see its health, settings and mapping, or select several to act on them.',
      },
      {
        anchor: 'drafts',
        placement: 'end top',
        title: 'Edit mappings safely',
        text: 'A draft is a mapping or template on this device. Every edit can be undone, and nothing reaches a cluster until you create an index.',
      },
      {
        anchor: 'palette',
        placement: 'bottom end',
        title: 'Search commands',
        text: 'Everything you can do here, and every index and template, by typing a part of its name.',
      },
    ],
  },
];
