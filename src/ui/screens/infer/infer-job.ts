import { loadChunk } from '../../kit/load-chunk.ts';
import type { InferReport, InferRequest, Numbered } from './infer-messages.ts';

/** A worker that reads one file. */
export interface InferJob {
  send(request: InferRequest): void;
  /** Ends the worker, whatever it is doing; nothing is reported any more. */
  end(): void;
}

interface JobListener {
  onReport(report: InferReport): void;
  /** The code of the worker could not be loaded, or the worker has ended by itself. */
  onError(error: unknown): void;
}

/** The worker has ended by itself, for lack of memory, say. */
export class WorkerEndedError extends Error {
  override readonly name = 'WorkerEndedError';
}

/** Starts a worker for a first request, which may hold a file: it is not copied, and goes nowhere else. */
export function startInferJob(first: InferRequest, { onReport, onError }: JobListener): InferJob {
  let worker: Worker | null = null;
  let hasEnded = false;
  let newest = 0;
  const post = (to: Worker, message: InferRequest) => {
    const request: Numbered<InferRequest> = { request: ++newest, message };
    to.postMessage(request);
  };
  const end = () => {
    hasEnded = true;
    worker?.terminate();
  };
  loadChunk(startWorker).then(
    (started) => {
      worker = started;
      if (hasEnded) {
        started.terminate();
        return;
      }
      started.onmessage = ({ data: { request, message } }: MessageEvent<Numbered<InferReport>>) => {
        if (!hasEnded && request === newest) onReport(message);
      };
      started.onerror = ({ message }) => {
        if (hasEnded) return;
        end();
        onError(new WorkerEndedError(message));
      };
      post(started, first);
    },
    (error: unknown) => {
      if (!hasEnded) onError(error);
    },
  );
  return { send: (request) => worker && post(worker, request), end };
}

function startWorker(): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./infer-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = () => resolve(worker);
    worker.onerror = ({ message }) => {
      worker.terminate();
      reject(new Error(message || 'The script of the worker could not be loaded'));
    };
  });
}
