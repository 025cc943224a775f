import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { onSendAsyncHookHandler } from 'fastify';
import { namesEncoding } from './payload.ts';

const compress = promisify(gzip);

/**
 * Sends gzip of a file to who takes no Brotli, which browsers take over TLS and on this machine only. The build has Brotli twins alone: a file that has one is
 * compressed for the first who asks, and kept until the server ends. They are the files of one build, so that memory is bounded: 0.9 MB in all.
 * For routes whose `*` is the name of a file in the folder.
 */
export async function sendGzipped(folder: string): Promise<onSendAsyncHookHandler> {
  const names = await readdir(folder);
  const worthIt = new Set(names.flatMap((name) => (name.endsWith('.br') ? [name.slice(0, -'.br'.length)] : [])));
  const kept = new Map<string, Promise<Buffer>>();
  const gzipOf = (name: string) => {
    const made = kept.get(name) ?? readFile(join(folder, name)).then((content) => compress(content));
    kept.set(name, made);
    // What could not be read now may be read by the next.
    made.catch(() => kept.delete(name));
    return made;
  };

  return async (request, reply, payload) => {
    const { '*': name = '' } = request.params as { readonly '*'?: string };
    const isWhole = reply.statusCode === 200 && payload instanceof Readable && !reply.hasHeader('content-encoding');
    if (!isWhole || !worthIt.has(name) || !namesEncoding(request.headers['accept-encoding'], 'gzip')) return payload;
    payload.destroy();
    const content = await gzipOf(name);
    reply.header('content-encoding', 'gzip').header('content-length', content.length);
    return content;
  };
}
