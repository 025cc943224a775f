// Who may import whom: domain <- machines <- ui, domain <- infra, domain <- server. Only composition roots see more.
const tests = '\\.(test|law\\.test|contract)\\.tsx?$';
const uiRoots = '^src/ui/composition/';
/** What browser tests share: it may hold a whole server. */
const uiTesting = '^src/ui/testing/';
/** Parts of the server that run in a browser too. */
const serverWithoutNode = '^src/server/(console|embedded)/';

/** The floors of the user interface, from the roof down. A floor may import itself and what is below it. */
const UI_FLOORS = [
  'composition',
  'shell',
  'screens',
  'review',
  'document-editor',
  'editor',
  'lists',
  'frame',
  'files',
  'cluster',
  'actions',
  'platform',
  'kit',
];

/** What a layer of src may import from src beside itself. */
const layers = {
  domain: [],
  machines: ['domain'],
  ui: ['domain', 'machines'],
  infra: ['domain'],
  // What makes cases, and what must hold for them: also for tests.
  fuzz: ['domain', 'machines', 'infra'],
  // Of what makes cases, a run in threads alone.
  server: ['domain', 'fuzz'],
  // It starts the server, and reads the server's files.
  cli: ['domain', 'server', 'fuzz'],
};

const directions = Object.entries(layers).map(([layer, allowed]) => ({
  name: `${layer}-imports-${['only-itself', ...allowed].join('-')}`,
  severity: 'error',
  from: { path: `^src/${layer}/`, pathNot: layer === 'ui' ? [tests, uiRoots, uiTesting] : tests },
  to: { path: '^src/', pathNot: [layer, ...allowed].map((name) => `^src/${name}/`) },
}));

const floors = UI_FLOORS.slice(1).map((floor, index) => ({
  name: `ui-${floor}-imports-down`,
  severity: 'error',
  from: { path: `^src/ui/${floor}/`, pathNot: tests },
  to: { path: `^src/ui/(${UI_FLOORS.slice(0, index + 1).join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...directions,
    ...floors,
    {
      name: 'ui-has-no-other-floor',
      comment: 'A new folder of src/ui has its place in UI_FLOORS.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/ui/', pathNot: [`^src/ui/(${UI_FLOORS.join('|')})/`, uiTesting] },
    },
    {
      name: 'ui-root-does-not-import-server',
      severity: 'error',
      from: { path: uiRoots },
      to: { path: '^src/(server|cli)/' },
    },
    {
      name: 'domain-is-pure',
      comment:
        'Beside itself the domain imports the schema library, hashes and the JSON parser with positions; nothing that acts.',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: tests },
      to: {
        dependencyTypesNot: ['local'],
        pathNot: ['^src/domain/', '^node_modules/(typebox|jsonc-parser)/'],
      },
    },
    {
      name: 'domain-through-its-parts',
      comment: 'Others import `#domain/json`, `#domain/catalogue`, …: what a part has for them is in its index.ts.',
      severity: 'error',
      from: { path: '^(src|tests|property-tests|bench|scripts)/', pathNot: ['^src/domain/', tests] },
      to: { path: '^src/domain/', pathNot: '^src/domain/[^/]+/index\\.ts$' },
    },
    {
      name: 'browser-has-no-node',
      severity: 'error',
      from: { path: '^src/(domain|machines|ui|infra)/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'console-and-embedded-have-no-node',
      comment: 'They answer in tests in the browser as well.',
      severity: 'error',
      from: { path: serverWithoutNode, pathNot: [tests, '/sqlite-[^/]*\\.ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'console-and-embedded-have-no-web-server',
      severity: 'error',
      from: { path: serverWithoutNode, pathNot: [tests, '/sqlite-[^/]*\\.ts$'] },
      to: { path: ['node_modules/(fastify|@fastify|libsql)', '^src/server/[^/]+\\.ts$'] },
    },
    {
      name: 'only-tests-import-ui-testing',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, uiTesting] },
      to: { path: uiTesting },
    },
    {
      name: 'src-does-not-import-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, uiTesting] },
      to: { path: ['^(tests|property-tests|bench)/', tests] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'node', 'default', 'types'],
    },
  },
};
