/** Gives a text to the browser as a file to keep. */
export function saveFile(fileName: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has begun to read it by then; an address that stays would keep the whole text.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name that every file system takes. */
export function fileNameOf(name: string): string {
  const safe = name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-').replaceAll(/^[.\s]+|[.\s]+$/g, '');
  return safe === '' ? 'draft' : safe.slice(0, 120);
}
