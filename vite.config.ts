import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { noncePlaceholder } from './src/server/csp.ts';

const api = `http://127.0.0.1:${process.env['MAPLEDGER_PORT'] || '7300'}`;

/**
 * A module that so many chunks share is in one file with the others of its kind: many small files are larger together than one. At 18 of today's chunks
 * the file holds what the index list does not need, and that has 223.9 kB; at 24 the editor has 401.0 kB. Here the list has 207.2 kB and the editor 393.8 kB.
 */
const COMMON = 22;

/** What menus are made of: nearly every screen has one, and none for its first paint. */
const MENUS =
  /react-(aria|stately)\/.*\/(collections|selection|menu|dialog|tree)\/|react-aria-components\/.*\/(Menu|Collection|Dialog|Popover|Header|Heading|Keyboard|SelectionIndicator|Separator|SharedElementTransition)\.mjs$/;

/** The commands of documents, and the session that runs them; their file has what both import, too. Apart, the editor had 1.6 kB more than before. */
const DECIDING =
  /\/src\/(?:domain\/commands|machines)\/(?:document-session|reduce|reducer|batch|list|registry|payload)\.ts$/;

/** `vite build` makes the web client, `vite build --ssr` the server and the command line: bundles of our own source, dependencies left outside. */
export default defineConfig(({ isSsrBuild }) => ({
  // The console speaks English, and so do the words of its components.
  plugins: [react(), optimizeLocales.vite({ locales: ['en-US'] }), buildId(), codeList(), precompress()],
  // Puts the nonce where the browser's scripts find it: <meta property="csp-nonce" nonce="…">. The server fills it in.
  html: { cspNonce: noncePlaceholder },
  // From a script relative to that script, so that a host may have the files below a path of its own.
  experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === 'js' ? { relative: true } : undefined) },
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
          input: { index: 'index.html', mapledger: 'src/ui/composition/mapledger.ts' },
          preserveEntrySignatures: 'exports-only',
          output: {
            entryFileNames: ({ name }) => (name === 'mapledger' ? '[name].js' : 'assets/[name]-[hash].js'),
            codeSplitting: {
              groups: [
                { name: 'styles', test: /\.css$/, priority: 1 },
                { name: 'common', test: (id) => /\.m?[jt]sx?$/.test(id) && !MENUS.test(id), minShareCount: COMMON },
                // One file for what decides commands, which the session of a document and verification share: two are larger.
                { name: 'document-session', test: DECIDING },
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
}));

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
