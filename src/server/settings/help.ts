/**
 * The help of the server's flags; `program` is how it is started: `mapledger serve`, or `npm start --` in a checkout.
 */
export const helpText = (program: string): string => `Usage: ${program} [options]

  --host <address>       Address to listen on (default 127.0.0.1: this machine only)
  --port <number>        Port to listen on, 0 for any free one (default 7300, or MAPLEDGER_PORT)
  --allowed-host <name>  Additional allowed Host header, as a browser sends it: console.example.org
                         or console.example.org:8443. May be given several times.
  --base-path <path>     The path below which a proxy reaches this server, such as /mapledger (or
                         MAPLEDGER_BASE_PATH); the proxy may strip it or leave it
  --read-only            Send nothing to a cluster that changes it
  --data-dir <folder>    Where the server keeps its log and the sandbox (default: the folder mapledger in
                         $XDG_DATA_HOME or ~/.local/share, ~/Library/Application Support, %LOCALAPPDATA%)
  --secure-cookies       Browsers reach this server over TLS only, through a proxy in front of it
  --unrecorded-actions <how>  Whether to refuse (default) or allow changes that can't be recorded
  --keep-actions <days>  Erase what was recorded of actions after so many days; their hashes stay (default: keep for ever)
  --redact <names>       Members whose values are never recorded, beside passwords and keys: pin,s3.*.secret_key
  --checkpoint-minutes <number>  Minutes between two signed checkpoints of the trail, 0 for none (default 60)
  --checkpoint-file <path>  Where each checkpoint is added as a line, best where others keep it
  --checkpoint-url <url>  Where each checkpoint is posted as a line of JSON
  --accept-trail         Go on with this trail and this key, though checkpoints of this server say otherwise:
                         after an older backup was restored, say
  --documents            Show documents of indices also where nobody has signed in to the cluster: they are
                         read with the server's own credentials, by whoever reaches this server
  --metrics              Answer /metrics under every allowed Host; without it only to this machine
                         itself, and not through a proxy
  --no-shared-trail      Leave drafts and edited templates on the device of whoever edits them, and record none here
  --trail-index <cluster/index>  Keep the trail in an index too, which several servers can share; the server
                         makes it. none: go on without the one that this data folder had.
  --log-level <level>    error, warn (default) or info: one line of JSON for each request
  --reasons <how>        Whether a change of a cluster takes a reason such as a ticket: off, optional (default) or required
  --trusted-proxy <addresses>  The proxy in front of this server, whose report of the client's address is trusted
  --user-header <name>   The header in which the trusted proxy says who its user is: x-forwarded-user
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
  --scratch              It is a scratch cluster: the fuzz lab may create, change and delete indices and templates on it
  --sandbox              The sandbox besides real clusters

Each of these but --scratch and --sandbox may also be a variable: --ca-file is MAPLEDGER_CA_FILE. So may those of checkpoints, and --trail-index.
`;
