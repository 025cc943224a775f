import type { PlantedBug } from '../planted-bug.ts';

/** The engine of the sandbox. */
export const SANDBOX_BUGS: readonly PlantedBug[] = [
  {
    name: 'sandbox-changes-the-type-of-text',
    loses: 'The sandbox takes a change of type that every engine refuses.',
    file: 'src/server/embedded/mapping-merge.ts',
    found: 'const [need] = needsReindex;',
    put: "const need = needsReindex.find(({ reason }) => !reason.includes('changed from text'));",
  },
  {
    name: 'sandbox-requires-routing',
    loses: 'The sandbox refuses to update mappings that say what routing is by default.',
    file: 'src/domain/catalogue/configuration.ts',
    found: 'assumes: { required: false },',
    put: 'assumes: { required: true },',
  },
  {
    name: 'sandbox-reads-dots-as-levels',
    loses:
      'A name with dots that is added to an object without subobjects becomes an object, and the sandbox shows another mapping than engines.',
    file: 'src/server/embedded/mapping-check.ts',
    found: 'return expandDots(withSubobjectsOf(before, body), []);',
    put: 'return expandDots(body, []);',
  },
  {
    name: 'sandbox-forgets-the-limits',
    loses: 'The sandbox takes more fields than an index of an engine has room for.',
    file: 'src/server/embedded/mapping-check.ts',
    found: 'foreseenRefusals(before, body, TARGET, { ...SETTING_DEFAULTS, ...set })',
    put: 'foreseenRefusals(before, body, TARGET, set)',
  },
  {
    name: 'sandbox-alias-for-a-deleted-index',
    loses: 'An index can’t be replaced by an alias of its name in one call.',
    file: 'src/server/embedded/alias-endpoints.ts',
    found: '(state.indices.has(alias) && !deleted.has(alias))',
    put: 'state.indices.has(alias)',
  },
  {
    name: 'sandbox-two-write-indices',
    loses: 'An alias gets two write indices, and nothing can be written to it any more.',
    file: 'src/server/embedded/alias-endpoints.ts',
    found: '    checkResult(changed, deleted);\n',
    put: '',
  },
  {
    name: 'sandbox-rolls-over-late',
    loses: 'An index that has just as many documents as the condition says is not rolled over.',
    file: 'src/server/embedded/rollover-endpoints.ts',
    found: 'isMet: (index) => figureOf(index, kind) >= least,',
    put: 'isMet: (index) => figureOf(index, kind) > least,',
  },
  {
    name: 'sandbox-rolls-over-by-all',
    loses: 'A rollover waits for all of its conditions where one is enough.',
    file: 'src/server/embedded/rollover-endpoints.ts',
    found: 'most.some(({ isMet }) => isMet(before))',
    put: 'most.every(({ isMet }) => isMet(before))',
  },
  {
    name: 'sandbox-hides-refused-documents',
    loses: 'A reindex that goes on at conflicts does not tell of documents that were refused for another reason.',
    file: 'src/server/embedded/reindex-endpoint.ts',
    found: 'const isTold = error.status !== 409 || !wanted.proceeds;',
    put: 'const isTold = error.status !== 409 && !wanted.proceeds;',
  },
  {
    name: 'sandbox-star-means-hidden',
    loses: 'Deleting “*” deletes hidden indices whose names begin with a dot.',
    file: 'src/server/embedded/names.ts',
    found: "(pattern.startsWith('.') && index.name.startsWith('.'))",
    put: "(pattern !== '_all' && index.name.startsWith('.'))",
  },
  {
    name: 'sandbox-excludes-no-patterns',
    loses: 'An expression such as “*,-logs-*” means the logs, too.',
    file: 'src/server/embedded/names.ts',
    found: 'if (matchesPattern(part.slice(1), name)) found.delete(name);',
    put: 'if (part.slice(1) === name) found.delete(name);',
  },
  {
    name: 'sandbox-takes-the-lowest-priority',
    loses: 'A new index gets the template of the lowest priority.',
    file: 'src/server/embedded/templates.ts',
    found: 'priorityOf(template) > priorityOf(best.template)',
    put: 'priorityOf(template) < priorityOf(best.template)',
  },
  {
    name: 'sandbox-bulk-create-overwrites',
    loses: 'A bulk request that creates a document overwrites the one that is there.',
    file: 'src/server/embedded/bulk-endpoint.ts',
    found: "{ before, sequence, isCreation: action === 'create' }",
    put: "{ before, sequence, isCreation: action === 'delete' }",
  },
];
