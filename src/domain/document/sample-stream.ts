const SAMPLE = 'sample/';

/** The stream of the history that came with the sample data about an object; it is no part of the trail. */
export function sampleStream(stream: string): string {
  return `${SAMPLE}${stream}`;
}

/** The stream of the object that a history of the sample data is about; null for any other stream. */
export function sampledStream(stream: string): string | null {
  return stream.startsWith(SAMPLE) ? stream.slice(SAMPLE.length) : null;
}
