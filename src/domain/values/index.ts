export { addressIn, blockIn } from './addresses.ts';
export {
  dateProblem,
  DYNAMIC_FORMATS,
  formatOf,
  isDefaultFormat,
  ownFormat,
  readDate,
  type DateField,
} from './field-dates.ts';
export { dateIn, formatNanos, formatsIn, type DateFormat, type DateReading } from './date-formats.ts';
