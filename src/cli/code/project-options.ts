/** Of every command that works on a project. */
export const FOLDER_OPTION = {
  dir: { type: 'string', value: 'DIR', help: 'The folder of the project (default: here).' },
} as const;

/** Of those that look at files alone. */
export const OVERLAYS_OPTION = {
  env: { type: 'string', value: 'NAME', help: 'The environment whose overlays count (default: none).' },
} as const;

/** Of those that ask a cluster. */
export const CLUSTER_OPTIONS = {
  env: { type: 'string', value: 'NAME', help: 'The environment; it may be left out where there is one only.' },
  cluster: { type: 'string', value: 'URL', help: 'Another cluster than that of the environment.' },
} as const;

/** Of plan and apply. */
export const ALLOW_OPTION = {
  allow: {
    type: 'string',
    value: 'reindex,rollover,write-index',
    help: 'Replace an index behind an alias by a new one where its file needs that; roll over data streams whose templates change; add to their write indices what the templates map.',
  },
} as const;

export const ALLOW_HELP = [
  'A file of an index may be named after an alias that stands for this index alone. Where it needs a new index, --allow reindex makes one: its name is counted up, writes are blocked while all documents are copied and compared, and the aliases are swapped in one request. The old index is kept, blocked for writes.',
  'Data streams get a change of their templates with their next rollover. With --allow rollover they are rolled over after all requests, also where their write index does not have the mapping of the templates yet, or a setting that no live index takes. A rollover can’t be undone; documents that are there keep their mapping.',
  'With --allow write-index they are not rolled over: their write indices get what the templates map, as far as a live index takes it, and nothing else. With both, only those are rolled over where that is not enough.',
] as const;

/** Where credentials come from, for the help. */
export const CREDENTIALS_HELP =
  'Credentials come from the environment alone: MAPLEDGER_USERNAME and MAPLEDGER_PASSWORD, MAPLEDGER_API_KEY or MAPLEDGER_BEARER_TOKEN, each secret also as …_FILE; besides MAPLEDGER_CA_FILE, MAPLEDGER_TLS_VERIFICATION and MAPLEDGER_REQUEST_TIMEOUT.';
