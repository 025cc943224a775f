/** Why what writes can't be done while the server is in read-only mode. */
export const READ_ONLY_REASON = 'This server is read-only. Clusters can’t be changed from here.';
