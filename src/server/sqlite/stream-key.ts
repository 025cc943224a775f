/**
 * How the file writes the name of a stream: as a JSON string, since SQLite's text has neither lone surrogates nor,
 * everywhere, NUL.
 */
export function streamKey(stream: string): string {
  return JSON.stringify(stream);
}

/** The name that {@link streamKey} wrote. */
export function streamName(key: string): string {
  return keptText(key);
}

/** A text that is kept as a JSON string, as names of streams are. */
export function keptText(json: string): string {
  return JSON.parse(json) as string;
}
