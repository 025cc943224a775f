import type { HttpService } from '#domain/ports';
import type { ExtensionsService } from './extensions.ts';
import type { MessageKind } from '../kit/message-kind.tsx';
import type { UsageService } from './usage-service.ts';

/** A message that needs no answer. */
export interface Notification {
  readonly kind: MessageKind;
  readonly title: string;
  readonly text?: string;
}

/** Shows messages of the console where the host shows its own. */
export interface NotificationsService {
  notify(notification: Notification): void;
}

/** What manages an index or a data stream, and where that is changed. */
export interface FleetManager {
  /** Such as `nginx 1.20`. */
  readonly title: string;
  readonly href?: string;
}

/** Which indices and data streams belong to packages that are installed for a fleet of agents. */
export interface FleetIntegration {
  /**
   * Null where nothing manages it. `name` is that of a data stream, or of an index that belongs to none. Returns at
   * once.
   */
  managerOf(name: string): FleetManager | null;
}

/** Services that a host provides when it mounts the console; our own where one is absent. */
export interface HostServices {
  readonly http: HttpService;
  readonly notifications?: NotificationsService;
  readonly usage?: UsageService;
  readonly extensions?: ExtensionsService;
  readonly fleet?: FleetIntegration;
}
