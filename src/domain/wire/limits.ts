/** How many names one call may carry; the server splits them for the cluster. */
export const MAX_NAMES = 10_000;
