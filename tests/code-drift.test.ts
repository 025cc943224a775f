import { expect, it } from 'vitest';
import { startCluster } from '../src/cli/code/test-cluster.ts';
import { checkCodeDrift } from './contracts/code-drift.ts';
import { askEngine } from './contracts/ask-engine.ts';

it('1,000 generated templates that are pulled have no drift, and what is changed on the cluster is exactly the drift', async () => {
  const { url, engine } = await startCluster();
  const accepted = await checkCodeDrift(
    url,
    askEngine(engine),
    { distribution: 'elasticsearch', version: '9.5.3' },
    1_250,
  );
  expect(accepted).toBeGreaterThan(1_000);
}, 120_000);
