import { DOMAIN_BUGS } from './bugs/domain.ts';
import { HISTORY_BUGS } from './bugs/history.ts';
import { IMPORT_BUGS } from './bugs/import.ts';
import { MACHINE_BUGS } from './bugs/machines.ts';
import { PLAN_BUGS } from './bugs/plans.ts';
import { SANDBOX_BUGS } from './bugs/sandbox.ts';
import { STORE_BUGS } from './bugs/stores.ts';
import { TEMPLATE_BUGS } from './bugs/templates.ts';
import type { Area, PlantedBug } from './planted-bug.ts';

/** Every planted bug, by area. */
export const BUGS_BY_AREA: Readonly<Record<Area, readonly PlantedBug[]>> = {
  domain: DOMAIN_BUGS,
  import: IMPORT_BUGS,
  history: HISTORY_BUGS,
  machines: MACHINE_BUGS,
  stores: STORE_BUGS,
  sandbox: SANDBOX_BUGS,
  templates: TEMPLATE_BUGS,
  plans: PLAN_BUGS,
};
