import { parseArgs } from 'node:util';

export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly allowedHosts: readonly string[];
}

export type Outcome =
  | { readonly kind: 'run'; readonly settings: Settings }
  | { readonly kind: 'help' }
  | { readonly kind: 'error'; readonly message: string };

export const help = `Usage: npm start -- [options]

  --host <address>       Address to listen on (default 127.0.0.1: this machine only)
  --port <number>        Port to listen on, 0 for any free one (default 7300, or MAPLEDGER_PORT)
  --allowed-host <name>  Also answer to this Host header, as a browser sends it: console.example.org
                         or console.example.org:8443. May be given several times.
  --help                 Show this
`;

/** Reads the command line; `env` is asked for MAPLEDGER_PORT. */
export function parseFlags(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Outcome {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: env['MAPLEDGER_PORT'] || '7300' },
        'allowed-host': { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    return { kind: 'error', message: error instanceof Error ? error.message : String(error) };
  }
  if (values.help) return { kind: 'help' };

  const port = parsePort(values.port);
  if (port === undefined) return { kind: 'error', message: `A port is a number from 0 to 65535, not "${values.port}".` };
  if (values.host === '') return { kind: 'error', message: 'The host to listen on is empty.' };
  const notAHost = values['allowed-host'].find((name) => !/^[^\s/@?#]+$/.test(name));
  if (notAHost !== undefined) {
    return { kind: 'error', message: `An allowed host is a name with or without a port, such as console.example.org:8443, not "${notAHost}".` };
  }
  return { kind: 'run', settings: { host: values.host, port, allowedHosts: values['allowed-host'] } };
}

function parsePort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  return port <= 65535 ? port : undefined;
}
