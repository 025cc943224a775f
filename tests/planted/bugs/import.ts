import type { PlantedBug } from '../planted-bug.ts';

/** What comes in from outside: mappings, and logs as files. */
export const IMPORT_BUGS: readonly PlantedBug[] = [
  {
    name: 'import-blames-the-fields',
    loses: 'An import says that the configuration “properties” is invalid where only a field was.',
    file: 'src/domain/mapping/validate-mappings.ts',
    found: "if (checked === undefined || (checked !== value && name !== 'properties')) wrong.push(name);",
    put: 'if (checked === undefined || checked !== value) wrong.push(name);',
  },
  {
    name: 'import-keeps-null-in-configuration',
    loses: 'A null within _source or _routing is imported, and the engine refuses the mapping.',
    file: 'src/domain/mapping/validate-mappings.ts',
    found: 'if (accepts === undefined || each === null || !accepts(each)) draft.drop(key);',
    put: 'if (accepts === undefined || (each !== null && !accepts(each))) draft.drop(key);',
  },
  {
    name: 'import-asks-no-kind',
    loses: 'Runtime fields that are a list are imported, and the engine refuses the mapping.',
    file: 'src/domain/mapping/validate-mappings.ts',
    found: 'return isMemberOfKind(holder, value) ? value : undefined;',
    put: 'return value;',
  },
  {
    name: 'import-takes-any-member-of-source',
    loses: 'A member of _source that no engine has is imported, and the engine refuses the mapping.',
    file: 'src/domain/mapping/validate-mappings.ts',
    found: 'if (accepts === undefined || each === null || !accepts(each)) draft.drop(key);',
    put: 'if (each === null || accepts?.(each) === false) draft.drop(key);',
  },
  {
    name: 'import-drops-what-is-empty',
    loses:
      'Metadata or a _routing without anything in it is said to be invalid and left out, though every engine takes it.',
    file: 'src/domain/mapping/validate-mappings.ts',
    found: 'if (entry === undefined || !entry.accepts(value)) return undefined;',
    put: 'if (!entry?.accepts(value) || (!entry.members && isObject(value) && Object.keys(value).length === 0)) return undefined;',
  },
  {
    name: 'import-keeps-what-it-drops',
    loses: 'The first wrong parameter of a field is said to be left out, but stays.',
    file: 'src/domain/mapping/validate-mappings.ts',
    found: 'for (let index = 0; index < this.#next - 1; index++) {',
    put: 'for (let index = 0; index < this.#next; index++) {',
  },
  {
    name: 'import-takes-an-empty-type',
    loses: 'A field with an empty type is imported and refused by the engine.',
    file: 'src/domain/mapping/validate-mappings.ts',
    found: "return typeof type === 'string' && type !== '' ? type : null;",
    put: "return typeof type === 'string' ? type : null;",
  },
  {
    name: 'import-names-parent-first',
    loses:
      'The list of what an import left out comes in another order than the document, so that it can’t be followed.',
    file: 'src/domain/mapping/validate-mappings.ts',
    found: '[...configurationErrors, ...fieldErrors]',
    put: '[...fieldErrors, ...configurationErrors]',
  },
  {
    name: 'log-file-of-windows',
    loses: 'A log that was saved with the line ends of Windows can’t be imported.',
    file: 'src/domain/log/log.ts',
    found: "parseRecordLine(line.endsWith('\\r') ? line.slice(0, -1) : line)",
    put: 'parseRecordLine(line)',
  },
  {
    name: 'log-file-with-a-mark',
    loses: 'A log that an editor has saved with a byte order mark is taken for a damaged mapping.',
    file: 'src/domain/log/log.ts',
    found: 'file.charCodeAt(0) === 0xfeff',
    put: 'file.charCodeAt(0) === 0xfffe',
  },
  {
    name: 'log-file-with-versions-missing',
    loses: 'A log from which an event was taken out is opened as if it were whole.',
    file: 'src/domain/log/log.ts',
    found: 'if (event.version !== version)',
    put: 'if (event.version < version)',
  },
];
