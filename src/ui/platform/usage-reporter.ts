import { createActor } from 'xstate';
import { formatJson } from '#domain/json';
import type { HttpService, UsageStore } from '#domain/ports';
import { isEmptyReport, type UsageReport } from '#domain/usage';
import { usageRecorder } from '../../machines/usage-recorder.ts';
import { usageReporterMachine } from '../../machines/usage-reporter-machine.ts';
import { consoleApi } from './console-api.ts';
import { keepPreference, keptPreference } from './device-preferences.ts';
import { USAGE_APP_NAME, type UsageService } from './usage-service.ts';

const KEY = 'mapledger.usage';
const ON = 'on';
const OFF = 'off';

/** The counts that are not sent, and whether usage is counted on this device. */
export interface UsageState {
  /** False until the person has agreed. */
  readonly isOn: boolean;
  /** The person has agreed or declined. */
  readonly isAnswered: boolean;
  /** Null where nothing waits. */
  readonly unsent: UsageReport | null;
}

/** Our own usage service: counts, and reports to our own server. */
export interface UsageReporter extends UsageService {
  /** Another screen is shown; `viewId` is the name of its route, never of a thing on it. */
  view(viewId: string): void;
  click(): void;
  hidden(): void;
  shown(): void;
  /** Keeps the choice on this device. When off, nothing is counted, and unsent counts are dropped. */
  setOn(isOn: boolean): void;
  getSnapshot(): UsageState;
  subscribe(listener: () => void): () => void;
  /** Keeps the counts for the next time; nothing is counted after it. */
  close(): void;
}

interface UsageReporterOptions {
  readonly http: HttpService;
  readonly store: UsageStore;
  readonly userAgent: string;
  /** Monotonic time in ms, from any origin. */
  readonly now: () => number;
}

export function startUsageReporter({ http, store, userAgent, now }: UsageReporterOptions): UsageReporter {
  const api = consoleApi(http, null);
  const recorder = usageRecorder({
    appName: USAGE_APP_NAME,
    userAgent,
    store,
    now,
    async send(report) {
      await api.call('usage.report', { body: { report } }, { keepalive: true });
    },
    // oxlint-disable-next-line no-console -- nobody has to do anything, but a developer should see it
    onFailure: (error) => console.warn('Couldn’t send the usage report', error),
  });
  const kept = keptPreference(KEY);
  let isAnswered = kept === ON || kept === OFF;
  const actor = createActor(usageReporterMachine.provide(recorder), { input: { isOn: kept === ON } });
  const read = (): UsageState => {
    const unsent = store.peek();
    return { isOn: actor.getSnapshot().matches('on'), isAnswered, unsent: isEmptyReport(unsent) ? null : unsent };
  };
  const listeners = new Set<() => void>();
  let state = read();
  actor.subscribe(() => {
    // Only subscribers need it, and each count would read the store once more.
    if (listeners.size === 0) return;
    const next = read();
    // Rendering during a click would take the click from the checkbox.
    const isSame = next.isOn === state.isOn && next.isAnswered === state.isAnswered;
    if (isSame && formatJson(next.unsent ?? null) === formatJson(state.unsent ?? null)) return;
    state = next;
    for (const listener of listeners) listener();
  });
  actor.start();
  return {
    count: (eventName, type = 'count', total = 1) => actor.send({ type: 'COUNT', eventName, counterType: type, total }),
    view: (viewId) => actor.send({ type: 'VIEW', viewId }),
    click: () => actor.send({ type: 'CLICK' }),
    hidden: () => actor.send({ type: 'HIDDEN' }),
    shown: () => actor.send({ type: 'SHOWN' }),
    setOn(isOn) {
      keepPreference(KEY, isOn ? ON : OFF);
      isAnswered = true;
      actor.send({ type: isOn ? 'SWITCH_ON' : 'SWITCH_OFF' });
    },
    getSnapshot: () => state,
    subscribe(listener) {
      if (listeners.size === 0) state = read();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      actor.send({ type: 'CLOSE' });
      actor.stop();
    },
  };
}
