/** What the sandbox is, and how to connect a cluster of one's own. */
export const SANDBOX_WORDS = (
  <>
    Sample data in an engine on this machine. No real cluster is affected. To connect one, restart the server with{' '}
    <code>npm start -- --cluster https://your-cluster:9200</code>.
  </>
);
