/** Why what writes can't be done while the server is in read-only mode. */
export const READ_ONLY_REASON = 'This server is read-only: it sends nothing that changes a cluster.';
