import { lineFault, type DocumentEvent } from '#domain/events';
import { eventFormFault } from '#domain/proof';
import { RequestError } from '../console/errors.ts';

/**
 * Refuses what the contract can't express and verification would find wrong for ever once it is recorded, and reasons
 * that read as something else than they are.
 * @throws RequestError with the location of the first such value
 */
export function refuseUnreadable(stream: string, events: readonly DocumentEvent[]): void {
  if (/\p{Surrogate}/u.test(stream)) throw unreadable('/body/stream', 'is not well-formed Unicode');
  for (const [index, event] of events.entries()) {
    const fault = eventFormFault({ at: event.at });
    if (fault !== null) throw unreadable(`/body/events/${index}/${fault.member}`, 'is not a date');
    const wrongLine = event.reason === undefined ? null : lineFault(event.reason);
    if (wrongLine !== null) throw unreadable(`/body/events/${index}/reason`, wrongLine);
  }
}

function unreadable(at: string, reason: string): RequestError {
  return new RequestError(400, `Invalid request: ${at} ${reason}.`, { issues: [{ at, reason }] });
}
