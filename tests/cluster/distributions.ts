import type { Distribution } from '#domain/catalogue';

const ALL: readonly Distribution[] = ['opensearch', 'elasticsearch'];
const CHOSEN = process.env['CLUSTER_ENGINE'];

/** The engines that the tests ask: both, or the one that CLUSTER_ENGINE names. */
export const DISTRIBUTIONS = CHOSEN ? ALL.filter((distribution) => distribution === CHOSEN) : ALL;

if (DISTRIBUTIONS.length === 0) throw new Error(`CLUSTER_ENGINE is ${ALL.join(' or ')}, not ${CHOSEN ?? ''}.`);
