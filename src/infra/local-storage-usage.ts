import { formatJson } from '#domain/json';
import type { UsageStore } from '#domain/ports';
import { addReports, EMPTY_USAGE_REPORT, isEmptyReport, readUsageReport, type UsageReport } from '#domain/usage';

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * In the browser's own small storage, so that it survives the page and all tabs add to one report under
 * `key`.
 */
export function localStorageUsage(place: () => Place, key = 'analytics'): UsageStore {
  // The counts that could not be written: the page may not use the storage, or the storage is full.
  let unkept: UsageReport = EMPTY_USAGE_REPORT;

  function stored(): UsageReport {
    try {
      return readUsageReport(place().getItem(key) ?? '') ?? EMPTY_USAGE_REPORT;
    } catch {
      return EMPTY_USAGE_REPORT;
    }
  }

  return {
    peek: () => addReports(stored(), unkept),
    add(report) {
      const whole = addReports(stored(), addReports(unkept, report));
      try {
        place().setItem(key, formatJson(whole));
        unkept = EMPTY_USAGE_REPORT;
      } catch {
        unkept = addReports(unkept, report);
      }
    },
    take() {
      const waiting = stored();
      try {
        place().removeItem(key);
      } catch {
        // It will be found again, so that it is left to be sent from where it is.
        const taken = unkept;
        unkept = EMPTY_USAGE_REPORT;
        return taken;
      }
      const taken = isEmptyReport(unkept) ? waiting : addReports(waiting, unkept);
      unkept = EMPTY_USAGE_REPORT;
      return taken;
    },
  };
}
