/** Why clusters can't be changed while the server is in read-only mode. */
export const READ_ONLY_REASON = 'This server is read-only. Clusters can’t be changed from here.';

/** What the mark of a scratch cluster means. */
export const SCRATCH_WORDS = 'Scratch cluster: the fuzz lab may create, change and delete indices and templates here.';

/** What the sandbox is, and how to connect one's own cluster. */
export const SANDBOX_WORDS = (
  <>
    Sample data in an engine on this machine. No real cluster is affected. To connect one, restart the server with{' '}
    <code>npm start -- --cluster https://your-cluster:9200</code>.
  </>
);
