import type { FleetIntegration } from '../host.ts';
import type { ExtensionsService } from '../extensions.ts';

/** Shows what manages an index and a data stream, where that is a fleet: it may change manual changes back. */
export function addFleetExtensions(extensions: ExtensionsService, fleet: FleetIntegration): void {
  const managerLink = (name: string) => {
    const manager = fleet.managerOf(name);
    if (manager === null) return null;
    return manager.href === undefined ? manager.title : <a href={manager.href}>{manager.title}</a>;
  };
  extensions.addSummary({
    id: 'fleet',
    title: 'Managed by',
    of: ({ name, data_stream: stream }) => managerLink(stream ?? name),
    ofDataStream: ({ name }) => managerLink(name),
  });
  extensions.addBadge({
    label: 'Fleet',
    matchIndex: () => false,
    matchDataStream: ({ name }) => fleet.managerOf(name) !== null,
    filterExpression: '',
    color: 'default',
  });
}
