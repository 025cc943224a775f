import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const SYNTAX = [
  { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
  { selector: 'TSModuleDeclaration[kind="namespace"]', message: 'Use a module.' },
];

// Rules that find mistakes; layout and taste are left alone. Types are checked by `npm run check:types`.
export default defineConfig(
  globalIgnores(['dist/', 'coverage/']),
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-restricted-exports': [
        'error',
        {
          restrictDefaultExports: {
            direct: true,
            named: true,
            defaultFrom: true,
            namedFrom: true,
            namespaceFrom: true,
          },
        },
      ],
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      'no-restricted-syntax': ['error', ...SYNTAX],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // `() => close()` is how handlers are written, and `return done();` how a branch ends.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // A text is spread into its code points where those are what counts.
      '@typescript-eslint/no-misused-spread': ['error', { allow: [{ from: 'lib', name: 'String' }, 'string'] }],
      // Keys of a body are data, and are deleted as such.
      '@typescript-eslint/no-dynamic-delete': 'off',
      // Our objects are made of functions that close over their state: there is no `this` to lose.
      '@typescript-eslint/unbound-method': 'off',
      // A port promises a promise; an adapter in memory is async so that what it throws is a rejection.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['src/ui/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.recommended],
    rules: {
      // Focus goes into what a person has just opened, as dialogs ask for (WAI-ARIA Authoring Practices).
      'jsx-a11y/no-autofocus': 'off',
      // What scrolls has to be reached by the keyboard (axe: scrollable-region-focusable).
      'jsx-a11y/no-noninteractive-tabindex': 'off',
    },
  },
  {
    // Screens show documents, whose integers may be beyond 2^53. No file is exempt: formatJson writes everything else as JSON.stringify does.
    files: ['src/ui/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', 'src/ui/testing/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...SYNTAX,
        {
          selector:
            ':matches(MemberExpression[property.name="stringify"], MemberExpression[property.value="stringify"], Property[key.name="stringify"])',
          message: 'JSON.stringify throws for an integer beyond 2^53. Use formatJson of #domain/json.',
        },
      ],
    },
  },
  {
    // Rows and options of composite widgets: the widget has the keyboard, and names the row by aria-activedescendant.
    files: [
      'src/ui/editor/fields/{field-tree,search-results,virtual-grid,create-field-form}.tsx',
      'src/ui/editor/history/event-list.tsx',
    ],
    rules: {
      'jsx-a11y/click-events-have-key-events': 'off',
      'jsx-a11y/interactive-supports-focus': 'off',
      'jsx-a11y/no-noninteractive-element-interactions': 'off',
      'jsx-a11y/no-static-element-interactions': 'off',
    },
  },
  {
    // Prettier breaks code at 120 columns, but not comments. Directives can't be broken. The folder of tests/comments.test.ts.
    files: ['src/**'],
    rules: {
      'max-len': [
        'error',
        {
          code: Number.MAX_SAFE_INTEGER,
          comments: 120,
          ignoreUrls: true,
          ignorePattern: '^\\s*// (?:eslint-disable|@ts-expect-error)',
        },
      ],
    },
  },
  {
    // An engine reads a number, a boolean and their text alike, and so compares values of settings and mappings as text.
    files: ['src/server/embedded/**'],
    rules: { '@typescript-eslint/no-base-to-string': 'off' },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'tests/**', 'property-tests/**', 'bench/**', 'src/ui/testing/**'],
    rules: {
      // Matchers (`expect.any`) and parsed responses are `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      // What a failed assertion shows may be anything.
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
    },
  },
  {
    files: ['src/cli/**', 'src/server/**', 'scripts/**', 'bench/**', 'tests/cluster/global-setup.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    // Their tools ask for a default export.
    files: ['*.config.{js,ts}', 'scripts/test-summary.mjs'],
    rules: { 'no-restricted-exports': 'off' },
  },
);
