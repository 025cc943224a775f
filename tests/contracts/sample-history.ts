import { reduce, type DocumentCommand } from '#domain/commands';
import { createState, evolve, stepsOf, type DocumentState } from '#domain/document';
import type { Author, DocumentEvent } from '#domain/events';

export const ada: Author = { id: 'author-ada', name: 'ada', verified: false };
export const ben: Author = { id: 'author-ben', name: 'ben', verified: false };

/** Names that are data like any other, and break what takes them for something else. */
export const HOSTILE_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'a/b',
  'a~b',
  'a.b',
  ' ',
  '0',
  '"\\',
  '\n\u0000',
  '\ud800',
  '😀',
  'é',
  '\u2028',
];

/** Those among them that a field can have: blanks alone are no name of a field, and are taken as a part of one. */
export const HOSTILE_FIELD_NAMES = HOSTILE_NAMES.map((name) => (name.trim() === '' ? `a${name}b` : name));

/** The last rules by which a field could have any name but an empty one. */
export const RULES_OF_ANY_NAME = 3;

interface History {
  readonly events: readonly DocumentEvent[];
  readonly state: DocumentState;
}

/** The event that a command comes to; fails where it comes to none. Ids and times follow from the version. */
export function next(state: DocumentState, author: Author, command: DocumentCommand, rules?: number): DocumentEvent {
  const number = String(state.history.version + 1).padStart(6, '0');
  const stamp = { id: `01J00000000000000000${number}`, at: `2026-11-21T03:10:08.${number.slice(-3)}Z`, author };
  const reduced = reduce(state, command, stamp, rules);
  if ('event' in reduced) return reduced.event;
  throw new Error(`${command.type} came to ${JSON.stringify(reduced)}`);
}

function historyOf(steps: readonly (readonly [Author, DocumentCommand])[], rules?: number): History {
  let state = createState({ body: undefined });
  const events = steps.map(([author, command]) => {
    const event = next(state, author, command, rules);
    state = evolve(state, event);
    return event;
  });
  return { events, state };
}

const add = (name: string, definition: object, parent: string | null = null): DocumentCommand => ({
  type: 'field.add',
  payload: { parent, name, definition: { ...definition } },
});
const undo: DocumentCommand = { type: 'history.undo', payload: {} };
const redo: DocumentCommand = { type: 'history.redo', payload: {} };

/** Two authors who add, edit, rename, remove, undo and redo, with hostile names and an integer beyond 2^53; by the present rules, or those that are given. */
export function sampleHistory(rules?: number): History {
  const names = rules === RULES_OF_ANY_NAME ? HOSTILE_NAMES : HOSTILE_FIELD_NAMES;
  const steps: readonly (readonly [Author, DocumentCommand])[] = [
    [
      ada,
      { type: 'document.create', payload: { body: { properties: { host: { properties: { ip: { type: 'ip' } } } } } } },
    ],
    ...names.map((name) => [ada, add(name, { type: 'keyword' })] as const),
    [ben, add('id', { type: 'long', null_value: 9007199254740993n }, '/properties/host')],
    [
      ada,
      {
        type: 'field.edit',
        payload: { field: '/properties/host/properties/ip', name: '__proto__', set: { store: true } },
      },
    ],
    [ben, { type: 'field.edit', payload: { field: '/properties/host', name: 'höst 😀' } }],
    [ada, { type: 'field.remove', payload: { field: '/properties/a~1b' } }],
    [ben, undo],
    [ada, undo],
    [ada, undo],
    [ada, redo],
    [ben, add('b', { type: 'text' })],
    [ada, undo],
    [ben, undo],
  ];
  return historyOf(steps, rules);
}

/** What an author can undo and redo: of each step its place in the log, what it says and what it would do. */
export function stepListOf(
  state: DocumentState,
  { id }: Author,
): { readonly undo: readonly object[]; readonly redo: readonly object[] } {
  const list = (first: ReturnType<typeof stepsOf>['undo']) => {
    const steps: object[] = [];
    for (let step = first; step !== null; step = step.below) {
      const { version, event } = step.node;
      steps.push({ version, id: event.id, summary: step.summary, inverse: event.inverse });
    }
    return steps;
  };
  const { undo, redo } = stepsOf(state.history, id);
  return { undo: list(undo), redo: list(redo) };
}
