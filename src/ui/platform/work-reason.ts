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

/** The reason that was typed last in this tab, which is offered for the next change and never sent by itself. */
export const lastReason = devicePreference<string>(
  'mapledger.reason',
  (text) => text ?? '',
  (reason) => (reason.trim() === '' ? null : reason),
  consoleSessionStorage,
);

/** A typed reason, such as a ticket, as it is sent: one line, undefined where it is empty. */
export function reasonOf(typed: string): string | undefined {
  return asOneLine(typed).trim() || undefined;
}

/** Null while no reason is requested. */
export const askedReason = observable<{ readonly answer: AnswerReason } | null>(null);

/** Asks for a reason where the server requires one and the change has none; then the change is sent with it. */
export function withReason(http: HttpService): HttpService {
  return {
    ...http,
    async send(request) {
      const answer = await http.send(request);
      if (request.method === 'GET' || !isReasonRequired(answer)) return answer;
      const reason = await askReason();
      if (reason === undefined) return answer;
      return http.send({ ...request, headers: { ...request.headers, [REASON_HEADER]: encodeURIComponent(reason) } });
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
let asking: Promise<string | undefined> | null = null;

/** Asks for a reason; resolves with undefined where there is none. */
function askReason(): Promise<string | undefined> {
  asking ??= new Promise((resolve) => {
    askedReason.set({
      answer(reason) {
        askedReason.set(null);
        asking = null;
        resolve(reason === null ? undefined : reasonOf(reason));
      },
    });
  });
  return asking;
}

/** A function that answers the question for a reason while a change waits for one, else null. */
export function useAskedReason(): AnswerReason | null {
  return useSyncExternalStore(askedReason.subscribe, askedReason.getSnapshot)?.answer ?? null;
}
