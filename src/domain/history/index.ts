export { trackPointerOverRebase, trackPointer } from './track-pointer.ts';
export { blame, bodyAt, eventsAfter, newestFirst } from './time-travel.ts';
