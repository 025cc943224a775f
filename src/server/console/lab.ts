import type { RouteAnswer, RouteInput } from '#domain/wire';
import type { HandledRouteId, HandlersOf, ServerContext } from './context.ts';
import { RequestError } from './errors.ts';

type LabRouteId = Extract<HandledRouteId, `lab.${string}`>;

/** A fuzz run as its list shows it. */
export type LabRunView = RouteAnswer<'lab.start'>;

/** Fuzz runs on this server, of which one works at a time. */
export interface LabService {
  offer(): Promise<RouteAnswer<'lab.get'>>;
  /** The newest first. */
  runs(): Promise<readonly LabRunView[]>;
  /** @throws RequestError 404 */
  run(id: string): Promise<RouteAnswer<'lab.run'>>;
  /**
   * @throws RequestError 409 while another run is at work, 403 for a cluster that is not marked as a scratch cluster
   */
  start(input: RouteInput<'lab.start'>['body'], context: ServerContext): Promise<LabRunView>;
  /** Resolves when no thread works any more. @throws RequestError 404, 409 */
  stop(id: string): Promise<LabRunView>;
  /** @throws RequestError 404, and as {@link start} */
  resume(id: string, context: ServerContext): Promise<LabRunView>;
  /** @throws RequestError 404, 409 while it is running */
  remove(id: string): Promise<void>;
  /** @throws RequestError 404 where the run has no such failed case */
  failedCase(id: string, number: number): Promise<RouteAnswer<'lab.case'>>;
  /** @throws RequestError 400 for what is neither a failed case nor a log, 429 while another text is tried */
  replay(text: string): Promise<RouteAnswer<'lab.replay'>>;
}

/** The id of a run, a ULID. */
const RUN_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

function runId({ name }: { readonly name: string }): string {
  if (RUN_ID.test(name)) return name;
  throw new RequestError(400, `Invalid fuzz run ID "${name.slice(0, 64)}".`, { name: name.slice(0, 64) });
}

export function labHandlers(lab: LabService | undefined): HandlersOf<LabRouteId> {
  const service = () => {
    if (lab === undefined) throw new RequestError(501, 'This server has no fuzz lab.');
    return lab;
  };
  return {
    'lab.get': async () => service().offer(),
    'lab.runs': async () => ({ runs: [...(await service().runs())] }),
    'lab.start': async ({ body }, context) => service().start(body, context),
    'lab.run': async ({ params }) => {
      const id = runId(params);
      return service().run(id);
    },
    'lab.stop': async ({ params }) => {
      const id = runId(params);
      return service().stop(id);
    },
    'lab.resume': async ({ params }, context) => {
      const id = runId(params);
      return service().resume(id, context);
    },
    'lab.remove': async ({ params }) => {
      const id = runId(params);
      await service().remove(id);
      return {};
    },
    'lab.case': async ({ params, query }) => {
      const id = runId(params);
      return service().failedCase(id, query.case);
    },
    'lab.replay': async ({ body: { parts } }) => service().replay(parts.join('')),
  };
}
