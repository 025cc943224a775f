import Papa from 'papaparse';
import type { TargetEngine } from '#domain/catalogue';
import {
  CHECKED_DOCUMENTS,
  DocumentReader,
  Inference,
  InputFaultError,
  type CheckedMapping,
  type InferredMapping,
} from '#domain/infer';
import { errorText } from '#domain/json';
import type { InferFailure, InferReport, InferRequest, Numbered } from './infer-messages.ts';

/** Between two reports of progress, in ms. */
const PROGRESS_EVERY_MS = 100;

/** The number of the newest request. */
let newest = 0;

function send(message: InferReport): void {
  const report: Numbered<InferReport> = { request: newest, message };
  self.postMessage(report);
}

/** The file is not the chosen one any more: Chromium says “network error” of one that was changed or removed. */
class FileError extends Error {}

/** What was read; the file is read once more to try its documents. */
interface Input {
  readonly file: File;
  readonly inference: Inference;
  target: TargetEngine;
  refusedNames: InferredMapping['refusedNames'];
}

let input: Input | null = null;

/** Gives the documents of a file to a listener. False where another request came meanwhile. */
async function readFile(
  { file, inference }: Input,
  pass: 'read' | 'try',
  listener: Inference['listener'],
  isDone: () => boolean = () => false,
): Promise<boolean> {
  const request = newest;
  const reader = new DocumentReader({ name: file.name, parseCsv: Papa.parse }, listener);
  const chunks = file.stream().getReader();
  let bytes = 0;
  let told = performance.now();
  for (;;) {
    const { done, value } = await chunks.read().catch((cause: unknown) => {
      throw new FileError('The file can’t be read', { cause });
    });
    if (request !== newest) {
      await chunks.cancel();
      return false;
    }
    if (done) break;
    reader.push(value);
    bytes += value.length;
    const now = performance.now();
    if (now - told >= PROGRESS_EVERY_MS) {
      told = now;
      send({ kind: 'progress', pass, bytes });
    }
    if (isDone()) {
      await chunks.cancel();
      return true;
    }
  }
  reader.end();
  if (pass === 'read' && inference.isEmpty) throw new InputFaultError('it holds no documents');
  return true;
}

async function propose(read: Input, against: CheckedMapping | null): Promise<void> {
  const { inference, target } = read;
  const mapping = inference.propose(target);
  const { collector, faults, faultCount } = inference;
  const { documents, total } = collector;
  read.refusedNames = mapping.refusedNames;
  send({ kind: 'proposed', proposal: { target, mapping, documents, total, faults, faultCount } });
  await tryOn(read, mapping, against);
}

/** Tries the documents on the chosen mapping and, in the same pass, on an existing one. */
async function tryOn(read: Input, checked: CheckedMapping, against: CheckedMapping | null): Promise<void> {
  const attempt = read.inference.tryOn([checked, ...(against === null ? [] : [against])], read, {
    engine: read.target,
    most: CHECKED_DOCUMENTS,
  });
  const isWhole = await readFile(read, 'try', attempt.listener, attempt.isDone);
  const [check, existing] = attempt.results();
  if (isWhole && check !== undefined) send({ kind: 'tried', check, against: existing ?? null });
}

async function answer(request: InferRequest): Promise<void> {
  switch (request.kind) {
    case 'read': {
      const { file, target } = request;
      const read: Input = { file, inference: new Inference(), target, refusedNames: [] };
      input = read;
      if (await readFile(read, 'read', read.inference.listener)) await propose(read, null);
      return;
    }
    case 'propose':
      if (input === null) return;
      input.target = request.target;
      return propose(input, request.against);
    case 'try':
      if (input !== null) await tryOn(input, request, request.against);
  }
}

function failureOf(error: unknown): InferFailure {
  if (error instanceof InputFaultError) return { why: 'input', reason: error.reason, line: error.line };
  if (error instanceof FileError) return { why: 'file' };
  return { why: 'worker', reason: errorText(error) };
}

self.addEventListener('message', ({ data: { request, message } }: MessageEvent<Numbered<InferRequest>>) => {
  newest = request;
  answer(message).catch((error: unknown) => {
    if (request === newest) send({ kind: 'failed', failure: failureOf(error) });
  });
});
send({ kind: 'ready' });
