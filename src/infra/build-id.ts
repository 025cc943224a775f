/** As the build writes it beside the page (vite.config.ts). */
const BUILD_FILE = '../build.json';

/** The build of the page; null where the page is a host's, or in development. */
export function pageBuild(): string | null {
  const build = document.querySelector<HTMLMetaElement>('meta[name="mapledger-build"]')?.content;
  return build === undefined || build.startsWith('__') ? null : build;
}

/**
 * The build that the server has now, by the file beside `assets/`; null in development, and where the server has no
 * such file.
 * @throws TypeError where the server does not answer
 */
export async function latestBuild(): Promise<string | null> {
  if (import.meta.env.DEV) return null;
  const response = await fetch(new URL(/* @vite-ignore */ BUILD_FILE, import.meta.url), { cache: 'no-store' });
  if (!response.ok) return null;
  const said: unknown = await response.json().catch(() => null);
  if (typeof said !== 'object' || said === null || !('build' in said)) return null;
  return typeof said.build === 'string' ? said.build : null;
}
