import type { Walk } from '../../cluster/walk.ts';
import { launchBrowser } from '../harness.ts';
import { screenAddress, startServer } from '../servers.ts';
import { contradictions } from './contradictions.ts';
import { readHistory } from './history-on-screen.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import { DONE_BY, liveWireStory, ofDraft } from './wire-story.ts';

const NAMES = { index: 'mapledger-test-wire', template: 'mapledger-test-wire-template' };

/** Has two people work on a cluster, with a recording proxy in between, and compares each row of the history with the recording. */
export async function compareWithWire(
  url: string,
  ask: Walk['ask'],
  { hasPlans }: { readonly hasPlans: boolean },
): Promise<readonly string[]> {
  const { index, template } = NAMES;
  await ask('DELETE', `/${index},${ofDraft(index)}?ignore_unavailable=true`);
  await ask('DELETE', `/_index_template/${template}`);
  const proxy = await startRecordingProxy(url);
  const [server, browser] = await Promise.all([startServer('--cluster', proxy.url), launchBrowser()]);
  const at = (path: string) => screenAddress(server, path);
  try {
    const reader = await liveWireStory({ browser, at, ask, hasPlans, loseNext: proxy.loseNext, ...NAMES });
    const rows = await readHistory(reader.page, at('/history'), `Created index ${index}`);
    await reader.close();
    return contradictions(rows, proxy.calls, DONE_BY);
  } finally {
    await browser.close();
    await server.stop();
    await proxy.stop();
    await ask('DELETE', `/${index},${ofDraft(index)}?ignore_unavailable=true`);
    await ask('DELETE', `/_index_template/${template}`);
  }
}
