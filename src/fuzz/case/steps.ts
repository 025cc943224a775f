import { formatJson, type JsonValue } from '#domain/json';
import { ClusterError, type ClusterGateway } from '#domain/ports';
import { NO_COUNTER, type Counter } from './tally.ts';

/** So many steps of a case are kept, each with so many characters. */
const MAX_STEPS = 100;
const MAX_STEP_LENGTH = 400;

/** Keeps the steps of a case, and counts nothing. Of a case that has more than are kept, the last ones are. */
export function stepReader(): { readonly counter: Counter; readonly steps: () => readonly string[] } {
  const steps: string[] = [];
  let left = 0;
  return {
    counter: {
      ...NO_COUNTER,
      did(step) {
        steps.push(shortened(step(), MAX_STEP_LENGTH));
        if (steps.length <= MAX_STEPS) return;
        steps.shift();
        left++;
      },
    },
    steps: () => (left === 0 ? steps : [`${left} steps before`, ...steps]),
  };
}

/** A value as a step names it. */
export function inStep(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : shortened(formatJson(value), MAX_STEP_LENGTH);
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** A gateway that records each call as a step, with its outcome. */
export function steppingGateway(gateway: ClusterGateway, counter: Counter): ClusterGateway {
  return {
    ...gateway,
    async send(call) {
      const what = `${call.method} /${call.path.join('/')}`;
      const sent = call.body === undefined ? '' : ` ${call.body}`;
      try {
        const answer = await gateway.send(call);
        counter.did(() => `${what}: ${answer.status}${sent}`);
        return answer;
      } catch (error) {
        counter.did(() => `${what}: ${error instanceof ClusterError ? error.message : 'no answer'}${sent}`);
        throw error;
      }
    },
  };
}
