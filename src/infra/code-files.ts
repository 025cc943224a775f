/** As the build writes it beside the page (vite.config.ts). */
const CODE_FILE = '../code.json';

/** The files of the console's code and styles. */
export const codeFiles = {
  /**
   * Addresses of those that this page has not loaded, what documents need first; none in development.
   * @throws TypeError where the server does not answer
   */
  async missing(): Promise<readonly string[]> {
    if (import.meta.env.DEV) return [];
    const list = new URL(/* @vite-ignore */ CODE_FILE, import.meta.url);
    const response = await fetch(list);
    const files: unknown = response.ok ? await response.json() : [];
    if (!Array.isArray(files)) return [];
    const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
    return files
      .filter((file) => typeof file === 'string')
      .map((file) => new URL(file, list).href)
      .filter((address) => !loaded.has(address));
  },

  /**
   * Brings a file into the cache of the browser, after all that a person waits for. Nothing of it is run.
   * @throws Error where it is not there
   */
  async fetch(address: string): Promise<void> {
    const response = await fetch(address, { priority: 'low' });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    await response.arrayBuffer();
  },
};
