import type { FleetIntegration } from '../host.ts';
import type { ExtensionsService } from '../extensions.ts';

/** Says in the summary of an index who manages it, where a fleet does: what is changed by hand there may be changed back. */
export function addFleetExtensions(extensions: ExtensionsService, fleet: FleetIntegration): void {
  extensions.addSummary({
    id: 'fleet',
    title: 'Managed by',
    of({ name, data_stream: stream }) {
      const manager = fleet.managerOf(stream ?? name);
      if (manager === null) return null;
      return manager.href === undefined ? manager.title : <a href={manager.href}>{manager.title}</a>;
    },
  });
}
