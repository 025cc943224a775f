import { isObject, member, objectMember, parseJson } from '#domain/json';
import type { HttpAnswer, HttpService } from '#domain/ports';
import { REASON_HEADER } from '#domain/wire';
import { observable } from '../kit/observable.ts';

const KEY = 'mapledger.reason';
/** Answers a question for the reason; null where nobody wants to say one. */
export type AnswerReason = (reason: string | null) => void;

const current = observable(kept());
/** Null while nobody has to be asked. */
const asked = observable<{ readonly answer: AnswerReason } | null>(null);

/** What this person is working on, such as a ticket: recorded with each change, for as long as the tab is open. Undefined where it was not said. */
export function workReason(): string | undefined {
  return current.getSnapshot() || undefined;
}

export const workReasons = { current, asked };

export function setWorkReason(reason: string): void {
  const text = reason.trim();
  current.set(text);
  try {
    if (text === '') window.sessionStorage.removeItem(KEY);
    else window.sessionStorage.setItem(KEY, text);
  } catch {
    // Without that storage it lasts until the page is loaded again.
  }
}

function kept(): string {
  try {
    return window.sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** Sends the reason with every change, and asks for one where the server requires it; the change is sent then. */
export function withReason(http: HttpService): HttpService {
  return {
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

/** Those who wait for the same answer. */
let asking: Promise<boolean> | null = null;

/** Whether there is a reason now. */
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
