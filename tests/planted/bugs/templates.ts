import type { PlantedBug } from '../planted-bug.ts';

/** Composition, what is in the way of a template, and merging what two have changed. */
export const TEMPLATE_BUGS: readonly PlantedBug[] = [
  {
    name: 'composition-enables-each-lifecycle',
    loses: 'A template that disables the lifecycle of a component is shown to enable it.',
    file: 'src/domain/template/compose.ts',
    found: 'enabled: true, ...above };',
    put: '...above, enabled: true };',
  },
  {
    name: 'composition-begins-with-the-template',
    loses: 'The preview shows the components’ settings over the template’s own.',
    file: 'src/domain/template/compose.ts',
    found: 'return [...layers, { name: null, part: partOf(body) }];',
    put: 'return [{ name: null, part: partOf(body) }, ...layers];',
  },
  {
    name: 'composition-doubles-dynamic-templates',
    loses: 'A dynamic template that a later layer replaces is shown twice.',
    file: 'src/domain/template/merge-mappings.ts',
    found: 'templates.set(isObject(item) ? Object.keys(item)[0] : item, item);',
    put: 'templates.set(item, item);',
  },
  {
    name: 'composition-splits-odd-dots',
    loses: 'A field with nothing between two dots of its name is shown as an object with a field without a name.',
    file: 'src/domain/mapping/expand-dots.ts',
    found: "const names = isTooDeep || levels.includes('') ? [name] : levels;",
    put: 'const names = levels;',
  },
  {
    name: 'composition-object-over-nested',
    loses: 'A component that makes an object of a nested field is not said to be refused.',
    file: 'src/domain/mapping/expand-dots.ts',
    found: 'if (was === null || wanted === null || was !== wanted) {',
    put: 'if (was === null || wanted === null) {',
  },
  {
    name: 'merge-takes-mine-always',
    loses: 'What somebody else has changed in a template is overwritten by one who changed nothing there.',
    file: 'src/domain/json/three-way.ts',
    found: 'if (mine === theirs || deepEqual(base, theirs)) return mine;',
    put: 'if (mine === theirs || deepEqual(base, mine)) return mine;',
  },
  {
    name: 'merge-mixes-two-new-fields',
    loses: 'Of two fields that were made under one name, half of each is kept.',
    file: 'src/domain/json/three-way.ts',
    found: '(base === undefined && typeWord(mine) === typeWord(theirs))',
    put: '(base === undefined && typeWord(mine) !== typeWord(theirs))',
  },
  {
    name: 'review-overlooks-a-removal',
    loses: 'That somebody has removed what another one changed is not shown as a conflict.',
    file: 'src/domain/template/three-way-items.ts',
    found: "isConflict: deeds.mine !== 'unchanged' && deeds.theirs !== 'unchanged' && !isSame,",
    put: "isConflict: deeds.mine === 'changed' && deeds.theirs === 'changed' && !isSame,",
  },
  {
    name: 'template-is-its-own-rival',
    loses: 'A template can’t be saved again: it has the priority and the patterns of itself.',
    file: 'src/domain/template/conflicts.ts',
    found: '(other) => other.name !== name && ',
    put: '(other) => ',
  },
];
