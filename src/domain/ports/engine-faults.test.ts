import { describe, expect, it } from 'vitest';
import { blockSentences, verdictOn, type EngineVerdict } from './index.ts';

const WRITE = { method: 'PUT' } as const;
const READ = { method: 'GET' } as const;
const FLOOD =
  'index [k1-b] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block; for more information, see https://www.elastic.co/docs/troubleshoot/elasticsearch/fix-watermark-errors?version=9.1];';
const SHARDS: Partial<EngineVerdict> = { fault: 'overloaded', again: 'reading', isOfName: true };
const FORBIDDEN: Partial<EngineVerdict> = { fault: 'forbidden', again: 'none', isOfName: true };
const NO_MASTER: Partial<EngineVerdict> = {
  fault: 'overloaded',
  again: 'any',
  isOfName: false,
  what: 'has no elected master node',
};
const BUSY: Partial<EngineVerdict> = { fault: 'overloaded', again: 'any', isOfName: false };

/** As an engine has answered: status, type, reason, and what it means for a write. */
type Answer = readonly [status: number, type: string, reason: string, verdict: Partial<EngineVerdict>];

const ANSWERS: readonly Answer[] = [
  // Elasticsearch 7.7 and later, OpenSearch; before, the same block with 403.
  [429, 'cluster_block_exception', FLOOD, FORBIDDEN],
  [403, 'cluster_block_exception', 'blocked by: [FORBIDDEN/12/index read-only / allow delete (api)];', FORBIDDEN],
  [403, 'cluster_block_exception', 'index [logs] blocked by: [FORBIDDEN/5/index read-only (api)];', FORBIDDEN],
  [
    403,
    'cluster_block_exception',
    'blocked by: [FORBIDDEN/6/cluster read-only (api)];',
    { fault: 'forbidden', again: 'none', isOfName: false },
  ],
  [
    403,
    'cluster_block_exception',
    'blocked by: [FORBIDDEN/10/cluster create-index blocked (api)];',
    { fault: 'forbidden', isOfName: false },
  ],
  [503, 'cluster_block_exception', 'blocked by: [SERVICE_UNAVAILABLE/2/no master];', NO_MASTER],
  [503, 'cluster_block_exception', 'blocked by: [SERVICE_UNAVAILABLE/1/state not recovered / initialized];', NO_MASTER],
  [
    503,
    'cluster_block_exception',
    'index [a] blocked by: [SERVICE_UNAVAILABLE/14/index refresh blocked, waiting for shard(s) to be started];',
    { fault: 'overloaded', again: 'any', isOfName: true },
  ],
  [
    500,
    'illegal_state_exception',
    'alias [k23-read] has is_hidden set to true on indices [k23-a] but does not have is_hidden set to true on indices [k23-b]; alias must have the same is_hidden setting on all indices',
    { fault: 'refused', again: 'none', isOfName: true },
  ],
  [
    500,
    'mapper_exception',
    "the [enabled] parameter can't be updated for the object mapping [customer]",
    { fault: 'refused', again: 'none', isOfName: true },
  ],
  [503, 'no_shard_available_action_exception', 'No shard available for [get [logs][1]: routing [null]]', SHARDS],
  [503, 'unavailable_shards_exception', '[logs][0] primary shard is not active Timeout: [1m]', SHARDS],
  [503, 'search_phase_execution_exception', 'all shards failed', SHARDS],
  [400, 'search_phase_execution_exception', 'all shards failed', { fault: 'refused' }],
  [503, 'master_not_discovered_exception', '', NO_MASTER],
  [503, 'cluster_manager_not_discovered_exception', '', NO_MASTER],
  // The state update never took effect, whatever the status says.
  [500, 'not_master_exception', 'no longer master. source: [create-index [logs]]', NO_MASTER],
  ...[503, 429].map((status): Answer => [
    status,
    'process_cluster_event_timeout_exception',
    'failed to process cluster event (create-index [logs], cause [api]) within 30s',
    { fault: 'overloaded', again: 'reading', isOfName: false },
  ]),
  ...[500, 429].map((status): Answer => [status, 'timeout_exception', 'timed out', { fault: 'failed', again: 'none' }]),
  [
    503,
    'failed_to_commit_cluster_state_exception',
    'publication failed',
    { fault: 'failed', again: 'reading', isOfName: false },
  ],
  [429, 'es_rejected_execution_exception', 'rejected execution of coordinating operation', BUSY],
  [429, 'rejected_execution_exception', 'rejected execution of coordinating operation', BUSY],
  [400, 'mapper_parsing_exception', 'No handler for type [x]', { fault: 'refused', again: 'none', isOfName: true }],
  [403, 'security_exception', 'action is unauthorized', FORBIDDEN],
  [401, 'security_exception', 'missing authentication', { fault: 'unauthorized', again: 'none', isOfName: false }],
  [500, 'null_pointer_exception', '', { fault: 'failed', again: 'none', isOfName: false }],
];

it.each(ANSWERS)('knows %i %s by its type: %s', (status, type, reason, verdict) => {
  expect(verdictOn({ status, type, reason }, WRITE)).toMatchObject(verdict);
});

describe('an error of an engine', () => {
  it('of a type that is not known, or of none, is known by its status', () => {
    for (const type of [undefined, 'toString', 'some_new_exception']) {
      const faults = [400, 401, 403, 404, 409, 429, 500, 502, 503, 504].map(
        (status) => verdictOn({ status, type }, WRITE).fault,
      );
      expect(faults).toEqual([
        'refused',
        'unauthorized',
        'forbidden',
        'refused',
        'refused',
        'overloaded',
        'failed',
        'failed',
        'overloaded',
        'failed',
      ]);
    }
    expect([verdictOn({ status: 502 }, READ).again, verdictOn({ status: 429 }, WRITE).again]).toEqual([
      'reading',
      'any',
    ]);
  });

  it('in a wrapper is known by its root cause', () => {
    const wrapped = {
      status: 429,
      type: 'search_phase_execution_exception',
      rootType: 'es_rejected_execution_exception',
    };
    expect(verdictOn(wrapped, READ)).toMatchObject(BUSY);
    const blocked = {
      status: 403,
      type: 'remote_transport_exception',
      rootType: 'cluster_block_exception',
      reason: FLOOD,
    };
    expect(verdictOn(blocked, WRITE)).toMatchObject(FORBIDDEN);
  });

  it('of a state that is not as it should be refuses a change, and fails a reading', () => {
    const error = { status: 500, type: 'illegal_state_exception', reason: 'closed' };
    expect(verdictOn(error, READ)).toMatchObject({ fault: 'failed' });
    expect(verdictOn(error, { method: 'POST', isReading: true })).toMatchObject({ fault: 'failed' });
  });

  it('of a circuit breaker is worth another attempt only while memory may be freed', () => {
    const error = { status: 429, type: 'circuit_breaking_exception', reason: '[parent] Data too large' };
    expect(verdictOn({ ...error, durability: 'TRANSIENT' }, READ)).toMatchObject({ again: 'any' });
    expect(verdictOn({ ...error, durability: 'PERMANENT' }, READ)).toMatchObject({
      fault: 'overloaded',
      again: 'none',
      what: 'lacks the memory for this',
    });
  });
});

describe('the sentences on blocks', () => {
  const of = (reason: string) => {
    const words = blockSentences(reason, 'Cluster "prod"');
    return words === undefined ? undefined : `${words.what} ${words.next}`;
  };

  it('name the index, the cause and the way out of a full disk', () => {
    expect(of(FLOOD)).toBe(
      'Index "k1-b" of cluster "prod" refuses writes, since a disk was over the flood-stage watermark (index.blocks.read_only_allow_delete). Free up disk space: OpenSearch and Elasticsearch 7.4 or later then remove the block. If it stays, remove it in the settings of the index.',
    );
    expect(of('blocked by: [FORBIDDEN/12/index read-only / allow delete (api)];')).toMatch(
      /^An index of cluster "prod" refuses writes, /,
    );
  });

  it('name every index and every block once', () => {
    expect(
      of(
        'index [a] blocked by: [FORBIDDEN/5/index read-only (api), FORBIDDEN/8/index write (api)];index [b[1]] blocked by: [FORBIDDEN/8/index write (api)];',
      ),
    ).toBe(
      'Index "a" of cluster "prod" is read-only (index.blocks.read_only). Each of "a", "b[1]" of cluster "prod" does not allow writes (index.blocks.write). Remove the block first.',
    );
    expect(of('blocked by: [FORBIDDEN/5/index read-only (api)];[FORBIDDEN/8/index write (api)];')).toContain(
      '(index.blocks.write)',
    );
    const many = [1, 2, 3, 4, 5].map((at) => `index [i${at}] blocked by: [FORBIDDEN/4/index closed];`).join('');
    expect(of(many)).toBe('Each of "i1", "i2", "i3" and 2 more of cluster "prod" is closed. Open the index first.');
  });

  it('tell a block of the whole cluster', () => {
    expect(of('blocked by: [FORBIDDEN/6/cluster read-only (api)];')).toBe(
      'Cluster "prod" is read-only (cluster.blocks.read_only). Ask a cluster administrator to remove the block.',
    );
  });

  it('leave a block that is not known to the words of the engine', () => {
    expect(of('index [a] blocked by: [FORBIDDEN/99/new block];')).toBeUndefined();
    expect(of('read-only')).toBeUndefined();
  });
});
