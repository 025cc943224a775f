export { type Author, type DocumentEvent, EVENT_FORMAT, type Stamp, type StoredEvent } from './event.ts';
export {
  EVENT_LIMIT,
  EventTooLargeError,
  FIRST_HASH,
  INVERSE_LIMIT,
  seal,
  type SealedRecord,
  verifyChain,
} from './seal.ts';
