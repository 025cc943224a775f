/** Where the server writes the path that it is reached below (vite.config.ts). */
const BASE_PATH_META = 'meta[name="mapledger-base-path"]';

/** The path below which this page, its files and its API lie; empty in development, and where it is the root. */
export function pageBasePath(): string {
  const path = document.querySelector<HTMLMetaElement>(BASE_PATH_META)?.content;
  return path?.startsWith('/') === true ? path : '';
}
