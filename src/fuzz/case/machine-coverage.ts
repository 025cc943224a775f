import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, InspectionEvent, StateValue } from 'xstate';
import type { Counter } from './tally.ts';

/** Where a name of a transition has the event by which it is taken without one. */
const ALWAYS = 'always';

/**
 * The states of a machine by their paths, such as `open.sync.idle`, in the order of its definition; the machine as a
 * whole is none.
 */
export function statesOf(machine: AnyStateMachine): readonly string[] {
  return nodesOf(machine.root).flatMap(({ path }) => (path.length === 0 ? [] : [path.join('.')]));
}

/**
 * The transitions of a machine, such as `open.sync.failed: RETRY > open.sync.idle`; several of one event have their
 * number.
 */
export function transitionsOf(machine: AnyStateMachine): readonly string[] {
  return nodesOf(machine.root).flatMap((node) => [...groupsOf(node)].flatMap((group) => group.map(nameOfTransition)));
}

function nodesOf(node: AnyStateNode): readonly AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child) => nodesOf(child))];
}

/** Transitions of a state that compete: those of one event, and those of none. */
function* groupsOf(node: AnyStateNode): Generator<readonly AnyTransitionDefinition[]> {
  yield* node.transitions.values();
  if (node.always !== undefined) yield node.always;
}

function nameOfTransition(transition: AnyTransitionDefinition): string {
  const { source, target = [] } = transition;
  const eventType = transition.eventType as string;
  const group = [...groupsOf(source)].find((each) => each.includes(transition)) ?? [];
  const number = group.length > 1 ? ` ${group.indexOf(transition) + 1}` : '';
  // What actors answer is named after the machine, which says nothing.
  const event = eventType === '' ? ALWAYS : eventType.replace(/^xstate\.(\w+)\..*$/, '$1');
  const targets = target.map(({ path }) => path.join('.')).join(', ');
  const from = source.path.length === 0 ? source.id : source.path.join('.');
  return `${from}: ${event}${number}${targets === '' ? '' : ` > ${targets}`}`;
}

/** Counts the states that a machine was in and the transitions that it took, as its actor is inspected. */
export function countingInspector(counter: Counter): (event: InspectionEvent) => void {
  return (event) => {
    if (event.type === '@xstate.microstep')
      for (const transition of event._transitions) counter.met('transition', nameOfTransition(transition));
    if (event.type !== '@xstate.microstep' && event.type !== '@xstate.snapshot') return;
    // Actors that are no machines have snapshots without a state.
    const { value } = event.snapshot as { readonly value?: StateValue };
    if (value !== undefined) for (const state of pathsIn(value)) counter.met('state', state);
  };
}

function pathsIn(value: StateValue, before = ''): readonly string[] {
  if (typeof value === 'string') return [before + value];
  return Object.entries(value).flatMap(([name, inner]) => [
    before + name,
    ...(inner === undefined ? [] : pathsIn(inner, `${before}${name}.`)),
  ]);
}
