import { DocumentCollector, encodeUtf8 } from '#domain/infer';
import { compare } from './measure.ts';
import { report, type Figure } from './report.ts';

const DOCUMENTS = 2_000;
/** At least a quarter of the speed of JSON.parse; the goal is half of it. */
const PARSE_BUDGET = 4;

/** Statistics of documents, against JSON.parse of the same lines. */
export function benchInfer(): readonly Figure[] {
  const figures = [
    { what: 'log lines', lines: logLines() },
    { what: 'long text', lines: articles() },
    { what: 'numbers', lines: measurements() },
  ].map(({ what, lines }): Figure => {
    const bytes = lines.map((line) => encodeUtf8(line));
    // One for all rounds, as for a long file: the first documents make the paths.
    const collector = new DocumentCollector();
    return {
      what: `${DOCUMENTS.toLocaleString('en')} documents, ${what}`,
      against: 'JSON.parse',
      ...compare(
        () => {
          for (const line of lines) JSON.parse(line);
        },
        () => {
          for (const each of bytes) collector.add(each, 0, each.length, 1);
        },
      ),
      budget: PARSE_BUDGET,
    };
  });
  return report('DocumentCollector', figures);
}

const each = (make: (at: number) => object): readonly string[] =>
  Array.from({ length: DOCUMENTS }, (_, at) => JSON.stringify(make(at)));

/** A number that looks random, and is the same in every run. */
const spread = (at: number, factor: number): number => (at * factor) % 1_000_003;

function logLines(): readonly string[] {
  return each((at) => ({
    '@timestamp': new Date(1_700_000_000_000 + at * 1_000).toISOString(),
    level: ['info', 'warn', 'error'][at % 3],
    message: `Request ${at} took ${spread(at, 7_919)} ms and was served from cache`,
    host: { name: `web-${at % 50}`, ip: `10.0.${at % 256}.${(at * 7) % 256}` },
    status: 200 + (at % 5),
    duration: spread(at, 104_729) / 1_000,
    tags: ['a', 'b'],
    user: { id: `u${spread(at, 15_485_863)}`, location: { lat: (at % 900) / 10, lon: (at % 1_800) / 10 } },
    ok: at % 2 === 0,
    trace: null,
  }));
}

function articles(): readonly string[] {
  return each((at) => ({ id: at, title: `Article ${at}`, body: `Word ${spread(at, 7_919)} of many. `.repeat(60) }));
}

function measurements(): readonly string[] {
  return each((at) => ({
    at: 1_700_000_000_000 + at,
    values: Array.from({ length: 60 }, (_, item) => spread(at + item, 104_729) / 1_000),
  }));
}
