import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { systemClock, ulidSource } from '../../infra/platform.ts';
import { memoryActionLog } from './memory-actions.ts';
import { planService, type OwnedPlanService, type PlanServiceOptions } from '../../server/plans/plan-service.ts';

/** Plans in memory, which poll without a delay. */
export function memoryPlans(options: Partial<PlanServiceOptions> = {}): OwnedPlanService {
  return planService({
    store: memoryEventStore(),
    actionLog: memoryActionLog(),
    clock: systemClock,
    ids: ulidSource(),
    delay: () => new Promise((resolve) => setTimeout(resolve)),
    onFailure: (error) => {
      throw error;
    },
    ...options,
  });
}
