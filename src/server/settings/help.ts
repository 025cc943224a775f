/** What `npm start -- --help` says. */
export const help = `Usage: npm start -- [options]

  --host <address>       Address to listen on (default 127.0.0.1: this machine only)
  --port <number>        Port to listen on, 0 for any free one (default 7300, or MAPLEDGER_PORT)
  --allowed-host <name>  Also answer to this Host header, as a browser sends it: console.example.org
                         or console.example.org:8443. May be given several times.
  --read-only            Send nothing to a cluster that changes it
  --data-dir <folder>    Where the server keeps its log and the sandbox (default: the folder mapledger in
                         $XDG_DATA_HOME or ~/.local/share, ~/Library/Application Support, %LOCALAPPDATA%)
  --secure-cookies       Browsers reach this server over TLS only, through a proxy in front of it
  --help                 Show this

The cluster (without one there is a sandbox with sample data; see docs/clusters.md):

  --cluster <url>        Elasticsearch 7, 8, 9 or OpenSearch 1, 2, 3: https://search.example.org:9200
  --cluster-name <id>    What it is called: a-z, 0-9, _ and -
  --username <name>      User of the cluster; without credentials whoever uses the console signs in
  --password <text>      Better in MAPLEDGER_PASSWORD, or in a file that MAPLEDGER_PASSWORD_FILE names
  --api-key <text>       The same with MAPLEDGER_API_KEY, MAPLEDGER_API_KEY_FILE
  --bearer-token <text>  The same with MAPLEDGER_BEARER_TOKEN, MAPLEDGER_BEARER_TOKEN_FILE
  --ca-file <path>       Certificates (PEM) of the authorities to trust, instead of the usual ones
  --tls-verification <how>  full (default), certificate (chain, but not the host name) or none
  --request-timeout <seconds>  How long an answer may take (default 30)
  --clusters-file <path> Several clusters, as JSON
  --sandbox              The sandbox besides real clusters

Each of these but --sandbox may also be a variable: --ca-file is MAPLEDGER_CA_FILE.
`;
