// A thread that replays one text, so that the server can end it.
import { parentPort, workerData } from 'node:worker_threads';
import { replayText } from './replay-text.ts';

parentPort?.postMessage(await replayText(workerData as string));
