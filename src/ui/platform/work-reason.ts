import { useSyncExternalStore } from 'react';
import { asOneLine } from '#domain/events';
import { isObject, member, objectMember, parseJson } from '#domain/json';
import type { HttpAnswer, HttpService } from '#domain/ports';
import { REASON_HEADER } from '#domain/wire';
import { observable } from '../kit/observable.ts';
import { consoleSessionStorage } from './console-storage.ts';
import { devicePreference } from './device-preferences.ts';

/** Answers the question for a reason; null where the person gives none. */
export type AnswerReason = (reason: string | null) => void;

/** As it was typed; kept as long as the tab is open. */
const current = devicePreference(
  'mapledger.reason',
  (text) => text ?? '',
  (reason: string) => (reason.trim() === '' ? null : reason),
  consoleSessionStorage,
);
/** Null while no reason is requested. */
const asked = observable<{ readonly answer: AnswerReason } | null>(null);

/**
 * What this person is working on, such as a ticket, as one line: recorded with each change, as long as the tab is open.
 * Undefined without a reason.
 */
export function workReason(): string | undefined {
  return asOneLine(current.getSnapshot()).trim() || undefined;
}

export const workReasons = { current, asked };

export function setWorkReason(reason: string): void {
  current.set(reason);
}

/** Sends the reason with every change, and asks for one where the server requires it; then the change is sent. */
export function withReason(http: HttpService): HttpService {
  return {
    ...http,
    async send(request) {
      if (request.method === 'GET') return http.send(request);
      const send = () => {
        const reason = workReason();
        const headers = { ...request.headers, ...(reason && { [REASON_HEADER]: encodeURIComponent(reason) }) };
        return http.send({ ...request, ...(reason && { headers }) });
      };
      const answer = await send();
      if (!isReasonRequired(answer) || !(await askReason())) return answer;
      return send();
    },
  };
}

const REASON_REQUIRED = 428;

function isReasonRequired({ status, body }: HttpAnswer): boolean {
  if (status !== REASON_REQUIRED) return false;
  const error = parseJson(body);
  return isObject(error) && member(objectMember(error, 'attributes') ?? {}, 'reasonRequired') === true;
}

/** Shared by all that wait for the same answer. */
let asking: Promise<boolean> | null = null;

/** Asks for a reason; resolves with whether there is one now. */
function askReason(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    asked.set({
      answer(reason) {
        if (reason !== null) setWorkReason(reason);
        asked.set(null);
        asking = null;
        resolve(reason !== null && reason.trim() !== '');
      },
    });
  });
  return asking;
}

/** What this person is working on, as it was typed; empty where no reason was given. */
export function useWorkReason(): string {
  return useSyncExternalStore(workReasons.current.subscribe, workReasons.current.getSnapshot);
}

/** A function that answers the question for a reason while a change waits for one, else null. */
export function useAskedReason(): AnswerReason | null {
  return useSyncExternalStore(workReasons.asked.subscribe, workReasons.asked.getSnapshot)?.answer ?? null;
}
