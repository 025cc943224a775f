export { followAgain, followPointer } from './follow.ts';
export { blame, bodyAt, eventsAfter, newestFirst } from './time-travel.ts';
