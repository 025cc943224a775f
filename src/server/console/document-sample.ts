import { MAX_SAMPLE_LENGTH } from '#domain/wire';
import { sourceLine } from './bulk-lines.ts';
import type { HandlersOf } from './context.ts';
import { mappingsOf } from './document-trials.ts';
import { indexToRead } from './documents.ts';
import { RequestError } from './errors.ts';
import { documentPages, flatSettings, newestDocuments, sourceFault } from './newest-documents.ts';

/** The newest documents of an index, from which a browser infers a mapping. */
export function documentSample(hasDocuments: boolean): HandlersOf<'documents.sample'> {
  return {
    'documents.sample': async ({ params: { name }, body }, context) => {
      const index = await indexToRead(context, name, hasDocuments);
      const settings = await flatSettings(context, index);
      const fault = sourceFault(await mappingsOf(context, index), settings);
      if (fault?.isReadable === false)
        throw new RequestError(409, `"${index}" can’t be sampled. ${fault.why}`, { index });
      const { ids, total } = await newestDocuments(context, { index, settings, size: body.documents });
      const lines: string[] = [];
      let length = 0;
      let isCut = false;
      for await (const { hits, text } of documentPages(context, index, ids, settings)) {
        if (context.signal.aborted) throw new RequestError(499, 'The reading of the sample was cancelled.');
        for (const hit of hits) {
          const line = sourceLine(hit, text);
          isCut ||= length + line.length > MAX_SAMPLE_LENGTH;
          if (isCut) break;
          lines.push(line);
          length += line.length;
        }
        if (isCut) break;
      }
      if (isCut && lines.length === 0)
        throw new RequestError(413, `"${index}" can’t be sampled: a single document is too long.`, { index });
      return {
        ...{ total, documents: lines.length, lines: lines.join(''), isCut },
        ...(fault !== undefined && { caveat: fault.why }),
      };
    },
  };
}
