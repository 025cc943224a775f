import { describe, expect, it } from 'vitest';
import { parseFlags } from '../flags.ts';

const env = { HOME: '/home/ada' };
const CLUSTER = ['--cluster', 'http://a:9200', '--cluster-name', 'prod'];

describe('the index of the trail', () => {
  it('is none unless it is asked for, by a flag or a variable', () => {
    expect(parseFlags(CLUSTER, env)).not.toHaveProperty('settings.trailIndex');
    expect(parseFlags([...CLUSTER, '--trail-index', 'mapledger-trail'], env)).toMatchObject({
      settings: { trailIndex: { cluster: 'prod', index: 'mapledger-trail' } },
    });
    expect(parseFlags(CLUSTER, { ...env, MAPLEDGER_TRAIL_INDEX: 'prod/trail' })).toMatchObject({
      settings: { trailIndex: { cluster: 'prod', index: 'trail' } },
    });
    expect(parseFlags(['--trail-index', 'none'], env)).toMatchObject({ settings: { trailIndex: 'left' } });
  });

  it.each([
    [[...CLUSTER, '--trail-index', 'other/trail'], /unknown cluster "other". Available: prod/],
    [[...CLUSTER, '--trail-index', 'prod/Trail'], /CLUSTER\/INDEX.*not "prod\/Trail"/],
    [[...CLUSTER, '--trail-index', 'a/b/c'], /not "a\/b\/c"/],
    [[...CLUSTER, '--trail-index', ''], /name of an index/],
    [['--trail-index', 'trail'], /needs a cluster/],
    [[...CLUSTER, '--trail-index', 'trail', '--read-only'], /can’t be combined with --read-only/],
  ])('is refused as %j', (args, message) => {
    expect(parseFlags(args, env)).toEqual({ kind: 'error', message: expect.stringMatching(message) });
  });
});
