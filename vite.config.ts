import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';
import { basePathPlaceholder } from './src/server/base-path.ts';
import { noncePlaceholder } from './src/server/csp.ts';

const api = `http://127.0.0.1:${process.env['MAPLEDGER_PORT'] || '7300'}`;

/** Modules whose code the page needs first, in this order; each is a file of its own, and what it needs is in one file beside it. */
const FIRST_LOADS = [
  { name: 'mount', of: ['src/ui/composition/main.tsx'] },
  { name: 'console', of: ['src/ui/composition/show-console.tsx'] },
  // What it has in common with those is needed by every screen that keeps something.
  {
    name: 'list',
    of: ['src/ui/screens/indices/indices-screen.tsx'],
    shared: { with: ['storage', 'editor'], in: 'console' },
  },
  // What the list loads right behind its rows, and the editor too.
  {
    name: 'controls',
    of: [
      'src/ui/kit/menu-controls.tsx',
      'src/ui/kit/select-control.tsx',
      'src/ui/kit/modal.tsx',
      'src/ui/shell/tour.tsx',
    ],
    shared: { with: ['storage', 'editor'], in: 'controls-shared' },
  },
  { name: 'storage', of: ['src/ui/composition/open-services.ts', 'src/ui/shell/device-parts.tsx'] },
  { name: 'editor', of: ['src/ui/screens/index-detail/live-mapping-screen.tsx', 'src/ui/shell/draft-route.tsx'] },
  { name: 'forms', of: ['src/ui/editor/opened-from-tree.ts'] },
] as const;

/** A module that so many of the other chunks share is in one file with the others of its kind: many small files are larger together than one. */
const COMMON = 8;

const CLIENT_INPUT = { index: 'index.html', mapledger: 'src/ui/composition/mapledger.ts' };

/**
 * Which file each module of a first load belongs to. A build without groups tells: it alone knows what is left of modules that only pass
 * others on, such as `#domain/*` and `react-aria-components`.
 */
async function firstLoadFiles(): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react(), optimizeLocales.vite({ locales: ['en-US'] })],
    build: {
      write: false,
      minify: false,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: CLIENT_INPUT, preserveEntrySignatures: 'exports-only' },
    },
  });
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const chunks = new Map(outputs.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as const] : [])));
  const entries = new Set([...chunks.values()].map(({ facadeModuleId }) => facadeModuleId));
  const own = FIRST_LOADS.flatMap(({ of }) => of.map((module) => `/${module}`));
  const isOwn = (id: string) => entries.has(id) || own.some((module) => id.endsWith(module));
  /** All that a chunk needs, itself included. */
  const neededBy = (fileName: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (chunks.has(fileName) && !seen.has(fileName)) {
      seen.add(fileName);
      for (const each of chunks.get(fileName)?.imports ?? []) neededBy(each, seen);
    }
    return seen;
  };
  const needs = new Map(
    FIRST_LOADS.map(({ name, of }) => {
      const found = of.map((module) => {
        const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
        if (chunk === undefined) throw new Error(`The build has no chunk for ${module}`);
        return chunk.fileName;
      });
      return [name, new Set(found.flatMap((each) => [...neededBy(each)]))] as const;
    }),
  );
  const files = new Map<string, string>();
  for (const load of FIRST_LOADS)
    for (const fileName of needs.get(load.name) ?? []) {
      const shared = 'shared' in load ? load.shared : undefined;
      const isShared = shared?.with.some((other) => needs.get(other)?.has(fileName)) === true;
      for (const id of chunks.get(fileName)?.moduleIds ?? [])
        if (!files.has(id) && !isOwn(id) && !id.includes('index.html')) files.set(id, isShared ? shared.in : load.name);
    }
  return files;
}

/** `vite build` makes the web client, `vite build --ssr` the server and the command line: bundles of our own source, dependencies left outside. */
export default defineConfig(async ({ command, isSsrBuild }): Promise<UserConfig> => {
  const firstLoads = command === 'build' && !isSsrBuild ? await firstLoadFiles() : new Map<string, string>();
  return {
    // The console speaks English, and so do the words of its components.
    plugins: [
      react(),
      optimizeLocales.vite({ locales: ['en-US'] }),
      withoutFormats(),
      stylesLast(),
      buildId(),
      codeList(),
      precompress(),
    ],
    css: { modules: { generateScopedName: classNameOf } },
    // Puts the nonce where the browser's scripts find it: <meta property="csp-nonce" nonce="…">. The server fills it in.
    html: { cspNonce: noncePlaceholder },
    // From scripts and styles relative to those, so that a host may have the files below a path of its own. In the page
    // below a path that the server fills in.
    experimental: {
      renderBuiltUrl: (file, { hostType }) =>
        hostType === 'html' ? `${basePathPlaceholder}/${file}` : { relative: true },
    },
    server: {
      host: '127.0.0.1',
      port: 5173,
      strictPort: true,
      // Host and Origin go through unchanged, so the server is told to accept this address (package.json, "dev").
      proxy: { '/api': { target: api, changeOrigin: false } },
    },
    build: isSsrBuild
      ? {
          outDir: 'dist/server',
          target: 'node20',
          copyPublicDir: false,
          sourcemap: true,
          rolldownOptions: {
            input: {
              main: 'src/server/main.ts',
              cli: 'src/cli/main.ts',
              'fuzz-worker': 'src/server/fuzz/worker.ts',
              'lab-replay-worker': 'src/server/lab/replay-worker.ts',
            },
            // Beside the entries: the server finds the web client from where its code lies.
            output: { chunkFileNames: '[name]-[hash].js' },
          },
        }
      : {
          outDir: 'dist/client',
          // What scripts/budget.mjs reads.
          manifest: true,
          rolldownOptions: {
            // The page, and the module that a host imports: its name stays, so that it lies outside of the assets, which are cached for ever.
            input: CLIENT_INPUT,
            preserveEntrySignatures: 'exports-only',
            output: {
              entryFileNames: ({ name }) => (name === 'mapledger' ? '[name].js' : 'assets/[name]-[hash].js'),
              codeSplitting: {
                groups: [
                  { name: 'styles', test: /\.css$/, priority: 1 },
                  // One group for each, so that the order of their names is the order of their loads.
                  // A group takes what its modules import, so that what is shared comes before.
                  ...FIRST_LOADS.flatMap((load) => ('shared' in load ? [load.shared.in, load.name] : [load.name])).map(
                    (name) => ({
                      name,
                      test: (id: string) => firstLoads.get(id) === name,
                    }),
                  ),
                  {
                    name: 'common',
                    test: (id: string) => /\.m?[jt]sx?$/.test(id) && !firstLoads.has(id),
                    minShareCount: COMMON,
                  },
                ],
              },
            },
          },
          // No data: URLs in place of files: the policy allows them for images only.
          assetsInlineLimit: 0,
          chunkSizeWarningLimit: 1_500,
          // Leaves the modules of a lazily loaded screen to the browser's own preloading.
          modulePreload: { polyfill: false },
        },
  };
});

/** The file of each CSS module by its name. */
const cssModules = new Map<string, string>();

/**
 * The name of a class in the page: that of its module, then its own. Those of Vite end in a hash and a line, which hardly
 * compress and mean nothing to a developer.
 * @throws where two modules have the same name
 */
function classNameOf(name: string, path: string): string {
  const [file = path] = path.split('?');
  const module = basename(file, '.module.css');
  const other = cssModules.get(module) ?? file;
  if (other !== file) throw new Error(`${file} and ${other} have the same name, and so would their classes.`);
  cssModules.set(module, file);
  return `ml-${module}__${name}`;
}

/** What stands for typebox's formats of texts (URIs, dates, host names): 5 kB that no schema of the console uses. One that did would fail at once. */
const NO_FORMATS = `
  const none = (format) => { throw new Error('The console has no format ' + format); };
  export const Format = { Has: none, Get: none, Test: none };
`;

/** Leaves the formats out of the web client: typebox registers all of them when it is loaded, so that none is ever seen to be unused. */
function withoutFormats(): Plugin {
  const id = '\0mapledger:no-formats';
  let isFound = false;
  return {
    name: 'mapledger:without-formats',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith('/format/index.mjs') && importer?.includes('/typebox/build/schema/') === true ? id : undefined,
    load(loaded) {
      if (loaded !== id) return undefined;
      isFound = true;
      return NO_FORMATS;
    },
    buildEnd(error) {
      if (error === undefined && !isFound) this.error('typebox has its formats elsewhere now.');
    },
  };
}

/** Puts the style sheet behind the static frame of the page: in the head it would keep that from being painted for as long as it does not arrive. */
function stylesLast(): Plugin {
  return {
    name: 'mapledger:styles-last',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    transformIndexHtml: {
      order: 'post',
      handler(page) {
        const links = page.match(/^ *<link rel="stylesheet"[^>]*>\n/gm) ?? [];
        const rest = links.reduce((text, link) => text.replace(link, ''), page);
        return rest.replace('  </body>', `${links.join('')}  </body>`);
      },
    },
  };
}

const buildPlaceholder = '__MAPLEDGER_BUILD__';

/** Names the build after its files, in the page and in `build.json`: an open page compares the two to notice a newer one. */
function buildId(): Plugin {
  return {
    name: 'mapledger:build-id',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    writeBundle({ dir = '.' }, bundle) {
      const build = createHash('sha256').update(Object.keys(bundle).sort().join('\n')).digest('hex').slice(0, 16);
      writeFileSync(join(dir, 'build.json'), `${JSON.stringify({ build })}\n`);
      const page = join(dir, 'index.html');
      writeFileSync(page, readFileSync(page, 'utf8').replace(buildPlaceholder, build));
    },
  };
}

/** Drafts can be edited without a server: the code of these comes first. */
const EDITORS =
  /\/src\/ui\/(?:shell\/draft-route|screens\/drafts\/drafts-screen|screens\/index-detail\/live-mapping-route)\.tsx$/;

/** Lists the code and the styles of the build in `code.json`, as addresses beside it: an open page fetches what it has not loaded. */
function codeList(): Plugin {
  return {
    name: 'mapledger:code-list',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    writeBundle({ dir = '.' }, bundle) {
      const files = new Set<string>();
      const add = (fileName: string): void => {
        const output = bundle[fileName];
        if (output === undefined || files.has(fileName) || !/^assets\/.+\.(js|css)$/.test(fileName)) return;
        files.add(fileName);
        if (output.type !== 'chunk') return;
        for (const style of output.viteMetadata?.importedCss ?? []) add(style);
        output.imports.forEach(add);
      };
      for (const output of Object.values(bundle))
        if (output.type === 'chunk' && EDITORS.test(output.facadeModuleId ?? '')) add(output.fileName);
      Object.keys(bundle).forEach(add);
      writeFileSync(join(dir, 'code.json'), `${JSON.stringify([...files])}\n`);
    },
  };
}

/** A release is compressed as far as it goes, which takes half of its build; scripts/build.mjs asks for less. */
const BROTLI_LEVEL = Number(process.env['MAPLEDGER_BROTLI_LEVEL'] ?? constants.BROTLI_MAX_QUALITY);

/** Writes .br beside each text asset, once per build instead of once per request. The server makes gzip of those where a browser takes no Brotli. */
function precompress(): Plugin {
  return {
    name: 'mapledger:precompress',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    // The bundle as written: earlier, Vite's preload marks still stand in the code.
    writeBundle({ dir = '.' }, bundle) {
      for (const [fileName, output] of Object.entries(bundle)) {
        if (!/^assets\/.+\.(js|css|svg|json)$/.test(fileName)) continue;
        const content = Buffer.from(output.type === 'chunk' ? output.code : output.source);
        if (content.length < 1_024) continue;
        const brotli = brotliCompressSync(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        });
        writeFileSync(join(dir, `${fileName}.br`), brotli);
      }
    },
  };
}
