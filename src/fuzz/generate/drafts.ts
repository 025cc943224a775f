import fc from 'fast-check';
import type { TargetEngine } from '#domain/catalogue';
import type { Command } from '#domain/commands';
import { stepsOf, type DocumentState } from '#domain/document';
import type { Author } from '#domain/events';
import { HOSTILE_NAMES } from './names.ts';
import { AUTHORS } from './stamps.ts';
import type { Gesture } from './intents.ts';
import { isPlainObject } from './walk.ts';

const KINDS = [
  'add',
  'add',
  'rename',
  'rename',
  'setTarget',
  'link',
  'remove',
  'stray',
  'undo',
  'undo',
  'redo',
] as const;

/** What somebody wants to do in the list of drafts. */
export interface DraftIntent {
  readonly kind: (typeof KINDS)[number];
  readonly author: number;
  readonly pick: number;
  readonly id: string;
  readonly name: string;
  readonly target: TargetEngine;
}

export function draftIntents(): fc.Arbitrary<readonly DraftIntent[]> {
  const one = fc.record({
    kind: fc.constantFrom(...KINDS),
    author: fc.nat({ max: AUTHORS.length - 1 }),
    pick: fc.nat({ max: 1_000 }),
    id: fc.constantFrom('01A', '01B', '01C', ...HOSTILE_NAMES),
    name: fc.oneof(fc.constantFrom('ECS', 'Logs', 'ECS (2)'), fc.string({ minLength: 1, maxLength: 5 })),
    target: fc.record({
      distribution: fc.constantFrom('elasticsearch', 'opensearch'),
      version: fc.constantFrom('7.10.2', '8.15', '3'),
    }),
  });
  return fc.array(one, { minLength: 3, maxLength: 12, size: 'max' });
}

export function resolveDraftIntent(
  { body, history }: DocumentState,
  wanted: DraftIntent,
  authorCount: number,
): Gesture {
  const { kind, id, name, target, pick } = wanted;
  const author = AUTHORS[wanted.author % authorCount] as Author;
  if (kind === 'undo' || kind === 'redo') {
    const has = (candidate: Author) => stepsOf(history, candidate.id)[kind] !== null;
    return {
      author: has(author) ? author : (AUTHORS.find(has) ?? author),
      command: { type: `history.${kind}`, payload: {} },
    };
  }
  const ids = isPlainObject(body) ? Object.keys(body) : [];
  const present = ids[pick % Math.max(1, ids.length)];
  const add: Command = {
    type: 'draft.add',
    payload: { id, draft: { name, target, mappingsAt: '', kind: 'mappings', createdAt: '2026-01-01T00:00:00.000Z' } },
  };
  if (kind === 'add' || present === undefined) return { author, command: add };
  const commands: Record<'rename' | 'setTarget' | 'link' | 'remove' | 'stray', Command> = {
    rename: { type: 'draft.rename', payload: { id: present, name } },
    setTarget: { type: 'draft.setTarget', payload: { id: present, target } },
    link: {
      type: 'draft.link',
      payload: { id: present, became: { what: 'index', cluster: 'c', name, at: `2026-01-0${1 + (pick % 9)}` } },
    },
    remove: { type: 'draft.remove', payload: { id: present } },
    stray:
      pick % 2 === 0
        ? { type: 'draft.rename', payload: { id: present, name: ' ' } }
        : { type: 'draft.remove', payload: { id: `${id}, which is not there` } },
  };
  return { author, command: commands[kind] };
}
