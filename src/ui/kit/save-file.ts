/** Saves a text as a file through the browser. */
export function saveFile(fileName: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // By then the browser has begun to read the file; an object URL that is not revoked would keep the whole text in
  // memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A file name that is valid in every file system. */
export function fileNameOf(name: string): string {
  const safe = name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-').replaceAll(/^[.\s]+|[.\s]+$/g, '');
  return safe === '' ? 'draft' : safe.slice(0, 120);
}
