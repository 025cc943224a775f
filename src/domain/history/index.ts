export { authorOfEvent, BEFORE_RECORD, isBeforeRecord, whoOf } from './authorship.ts';
export { type BlamedEvent, BlameIndex, type FieldBlame, type ParameterBlame } from './blame-index.ts';
export { Scrubber } from './scrubber.ts';
export { trackPointerOverRebase, trackPointer } from './track-pointer.ts';
export { blame, bodyAt, eventsAfter, newestFirst } from './time-travel.ts';
export { notesSave, unsentEvents } from './unsent-events.ts';
export { type VersionDifference, versionDifference } from './version-difference.ts';
