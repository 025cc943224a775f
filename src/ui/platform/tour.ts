import { devicePreference } from './device-preferences.ts';

/** Whether the tour was taken or turned down on this device: it is offered until then. */
export const tourPreference = devicePreference<'new' | 'seen'>(
  'mapledger.tour',
  (text) => (text === 'seen' ? 'seen' : 'new'),
  (value) => (value === 'seen' ? 'seen' : null),
);

export const TOUR_WORDS = 'See the three places that matter most.';

/** The controls that the steps of the tour point at: each marks itself with `data-tour`. */
export type TourAnchor = 'indices' | 'drafts' | 'palette';
