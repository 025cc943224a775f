/** The licence of a cluster, as its engine names it. */
export interface Licence {
  readonly type: string;
  readonly status: string;
}

/** Below basic: no licence at all. Unknown types are of a newer engine, and none of those was ever below basic. */
const BELOW_BASIC: readonly string[] = ['', 'none', 'missing'];

/**
 * Why a licence is not sufficient for the console, which requires basic; null where it is, or
 * where the engine has no licences.
 */
export function licenceProblem(licence: Licence | undefined): { readonly title: string; readonly text: string } | null {
  if (licence === undefined) return null;
  const { type, status } = licence;
  if (BELOW_BASIC.includes(type))
    return {
      title: 'This cluster has no licence',
      text: 'Index Management requires a basic licence, which is free. Start one on the cluster, then try again.',
    };
  if (status === 'active') return null;
  return {
    title:
      status === 'expired'
        ? `The ${type} licence of this cluster has expired`
        : `The ${type} licence of this cluster is ${status}`,
    text: 'Index Management requires an active licence, basic or higher. Renew the licence or start a basic one, then try again.',
  };
}
