import { devicePreference } from './device-preferences.ts';

/** Whether the tour was taken or declined on this device: it is offered until then. */
export const tourPreference = devicePreference<'new' | 'seen'>(
  'mapledger.tour',
  (text) => (text === 'seen' ? 'seen' : 'new'),
  (value) => (value === 'seen' ? 'seen' : null),
);

export const TOUR_WORDS = 'Three minutes for administrators, reviewers or QA engineers.';

/** The elements that the steps of the tours point at: each marks itself with `data-tour`. */
export type TourAnchor =
  | 'indices'
  | 'drafts'
  | 'history'
  | 'palette'
  | 'add-field'
  | 'review'
  | 'undo'
  | 'change'
  | 'entry'
  | 'verify'
  | 'start-run'
  | 'failed-case'
  | 'replay';
