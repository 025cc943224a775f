import type { FleetIntegration } from '../host.ts';
import type { ExtensionsService } from '../extensions.ts';

/** Says of an index and of a data stream who manages it, where a fleet does: what is changed by hand there may be changed back. */
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
