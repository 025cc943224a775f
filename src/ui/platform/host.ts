import type { HttpService } from '#domain/ports';
import type { ExtensionsService } from './extensions.ts';
import type { MessageKind } from '../kit/message-kind.tsx';
import type { UsageService } from './usage-service.ts';

/** Something to tell that asks for no answer. */
export interface Notification {
  readonly kind: MessageKind;
  readonly title: string;
  readonly text?: string;
}

/** Shows what the console has to tell where the host shows such things. */
export interface NotificationsService {
  notify(notification: Notification): void;
}

/** Who manages an index or a data stream, and where that is changed. */
export interface FleetManager {
  /** Such as `nginx 1.20`. */
  readonly title: string;
  readonly href?: string;
}

/** Knows which indices and data streams belong to packages that are installed for a fleet of agents. */
export interface FleetIntegration {
  /** Null where nobody does. `name` is that of a data stream, or of an index that belongs to none. Answers at once. */
  managerOf(name: string): FleetManager | null;
}

/** What a host gives the console when it mounts it (console.md section 1); our own where one is absent. */
export interface HostServices {
  readonly http: HttpService;
  readonly notifications?: NotificationsService;
  readonly usage?: UsageService;
  readonly extensions?: ExtensionsService;
  readonly fleet?: FleetIntegration;
}
