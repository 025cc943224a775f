import { page, userEvent } from 'vitest/browser';
import { formatJson, parseJson } from '#domain/json';
import { isReadingCall, requestOf, type ClusterGateway } from '#domain/ports';

/** Records what an engine is sent that changes it, each as a dialog shows it: its line, and its body indented. */
export function recordWrites() {
  const sent: string[] = [];
  return {
    sent,
    /** For a test server. */
    between: (engine: ClusterGateway): ClusterGateway => ({
      send(call) {
        if (!isReadingCall(call)) {
          const { method, path, body } = requestOf(call);
          sent.push(`${method} ${path}${body === undefined ? '' : `\n${formatJson(parseJson(body), 2)}`}`);
        }
        return engine.send(call);
      },
    }),
  };
}

/** Unfolds the requests of the open dialog where they are folded; resolves with the text of each. */
export async function readShownRequests(): Promise<readonly string[]> {
  const shown = page.getByLabelText(/^Request(?: [\d,]+)?$/);
  const line = page.getByText(/^(?:Request|[\d,]+ requests)$/);
  if (shown.elements().length === 0) await userEvent.click(line);
  return shown.elements().map((each) => each.textContent);
}
