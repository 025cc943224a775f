import { expect, it } from 'vitest';
import { draftsStream } from '#domain/commands';
import type { AuthorHold } from '#domain/ports';
import { given } from '../../tests/builders/given.ts';
import { sealAll } from '../fuzz/generate/histories.ts';
import { ADA } from '../fuzz/generate/stamps.ts';
import { proveAuthor, type AuthorProofPorts } from './author-proof.ts';

const { events } = given(undefined).after('document.create', { body: { properties: {} } });

/** A device with a log of its author in each stream, and what it asks a server that knows of no proof. */
function device(streams: readonly string[], takes: (hold: AuthorHold) => boolean) {
  const asked: (string | undefined)[] = [];
  const ports: AuthorProofPorts = {
    store: { read: async (stream) => sealAll(events, stream) },
    replica: {
      list: async () => streams.map((stream) => ({ stream, recordedVersion: 1, outboxLength: 0 })) as never,
    },
    service: {
      prove: async (_author, hold) => {
        asked.push(hold?.stream);
        return hold !== undefined && takes(hold) ? 'proved' : 'unclaimed';
      },
    },
    authorNow: () => ADA,
  };
  return { asked, prove: () => proveAuthor(ports, new AbortController().signal) };
}

const list = draftsStream(ADA.id);

it('claims an id by the list of drafts first, and by what else the server takes', async () => {
  const own = device(['draft/shared', list, 'draft/own'], ({ stream }) => stream === list);
  expect(await own.prove()).toBe(true);
  expect(own.asked).toEqual([undefined, list]);
  const without = device(['draft/shared', 'draft/own', 'draft/other'], ({ stream }) => stream === 'draft/own');
  expect(await without.prove()).toBe(true);
  expect(without.asked).toEqual([undefined, 'draft/shared', 'draft/own']);
});

it('claims nothing where the server takes none of its events', async () => {
  const { asked, prove } = device(['draft/shared', 'index/c/a/u'], () => false);
  expect(await prove()).toBe(false);
  expect(asked).toEqual([undefined, 'draft/shared', 'index/c/a/u']);
});
