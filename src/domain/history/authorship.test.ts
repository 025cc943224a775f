import { describe, expect, it } from 'vitest';
import { authorOfEvent, isBeforeRecord, whoOf } from './authorship.ts';

const ana = { id: 'ana', name: 'Ana', verified: false };
const cluster = { id: 'cluster:ana', name: 'Ana', verified: false };
const created = { author: ana, type: 'document.created' };
const index = { stream: 'index/prod/orders/uuid', version: 1 };

describe('what was there before the record', () => {
  it.each(['index/prod/orders/uuid', 'index/orders/uuid', 'index_template/prod/logs', 'component_template/prod/base'])(
    'is the first event of %s, by the first rules',
    (stream) => {
      expect(isBeforeRecord(created, { stream, version: 1 })).toBe(true);
      expect(isBeforeRecord(created, { stream, version: 2 })).toBe(false);
      expect(isBeforeRecord({ ...created, type: 'field.added' }, { stream, version: 1 })).toBe(false);
    },
  );

  it('is no first event of a draft, and none that a person made by later rules', () => {
    expect(isBeforeRecord(created, { stream: 'draft/a', version: 1 })).toBe(false);
    expect(isBeforeRecord({ ...created, rules: 2 }, index)).toBe(false);
  });

  it('is what a cluster was found to have first, and no later reading', () => {
    const found = { author: cluster, type: 'document.created', rules: 2 };
    expect(isBeforeRecord(found, index)).toBe(true);
    expect(isBeforeRecord({ ...found, type: 'mapping.followed' }, { ...index, version: 2 })).toBe(false);
  });
});

describe('who made an event', () => {
  it('is the person', () => {
    expect(whoOf({ author: ana })).toBe('Ana');
    expect(whoOf({ author: ana, type: 'field.added' }, { ...index, version: 2 })).toBe('Ana');
  });

  it('is the cluster, with who reported it where that is known', () => {
    expect(whoOf({ author: cluster, type: 'mapping.followed' })).toBe('Cluster (seen by Ana)');
    expect(whoOf({ author: { id: 'cluster', name: 'Cluster', verified: false } })).toBe('Cluster');
  });

  it('is the cluster where the viewer was the author of what was there', () => {
    expect(whoOf(created, index)).toBe('Cluster (seen by Ana)');
    expect(authorOfEvent(created, index)).toEqual(cluster);
    const erased = { ...ana, name: 'Erased author', isErased: true };
    expect(authorOfEvent({ ...created, author: erased }, index)).toEqual({ ...erased, id: cluster.id });
    const bare = { id: 'cluster', name: 'Cluster', verified: false };
    expect(authorOfEvent({ ...created, author: bare }, index)).toEqual(bare);
    expect(authorOfEvent(created, { stream: 'draft/a', version: 1 })).toBe(ana);
  });
});
