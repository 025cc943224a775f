import type { AuthorEntry, DeviceDigest, StreamEntry, TrailRegister } from './trail-register.ts';

/** A register that ends with the process. */
export function memoryTrailRegister(): TrailRegister {
  const streams = new Map<string, StreamEntry>();
  const authors = new Map<string, AuthorEntry>();
  const devices = new Map<string, readonly DeviceDigest[]>();
  const digestsOf = (author: string) => devices.get(author) ?? [];
  return {
    streamEntry: (stream) => streams.get(stream),
    streamEntries: () => [...streams.values()],
    begin(stream, { author, user, isRestored }) {
      if (streams.has(stream)) return;
      const marks = isRestored === true ? { isRestored } : {};
      streams.set(stream, { stream, author, user, isShared: false, draft: null, ...marks });
    },
    share(stream, isShared, draft) {
      const entry = streams.get(stream);
      if (entry !== undefined) streams.set(stream, { ...entry, isShared, draft });
    },
    authorEntry: (author) => authors.get(author),
    authorEntries: () => [...authors.values()],
    noteAuthor(author, user, at) {
      authors.set(author, { author, user: authors.get(author)?.user ?? user, lastAt: at });
    },
    deviceDigests: digestsOf,
    authorsOfDevice: (digest) =>
      [...devices].flatMap(([author, all]) =>
        all.some((each) => each.kind === 'device' && each.digest === digest) ? [author] : [],
      ),
    addDevice(author, digest, kind) {
      if (digestsOf(author).some((each) => each.digest === digest)) return;
      devices.set(author, [...digestsOf(author), { digest, kind }]);
    },
    removeDevice(author, digest) {
      devices.set(
        author,
        digestsOf(author).filter((each) => each.digest !== digest),
      );
    },
  };
}
