/** Messages and notes of the forms. Links and tests of hosts rely on their words. */
export const MESSAGES = {
  otherTypeRequired: 'The type name is required.',
  invalidJson: 'Invalid JSON.',
  arraysNotAllowed: 'Arrays are not allowed.',
  typeOverridden: 'Cannot override the "type" field.',
  typeNotRecognized: 'Property type not recognized',
  nullValueRequired: 'Null value is required.',
  copyToRequired: 'Group field name is required.',
  metadataNotStrings: 'Values must be a string.',
  maxInputLengthRequired: 'Specify a max input length.',
  localeRequired: 'Specify a locale.',
  negative: 'The value must be greater or equal to 0.',
  scalingFactorRequired: 'A scaling factor is required.',
  scalingFactorTooSmall: 'The scaling factor must be greater than 0.',
  analyzerRequired: 'Specify the custom analyzer name or choose a built-in analyzer.',
  spacesNotAllowed: 'Spaces are not allowed.',
  normalizerRequired: 'Normalizer name is required.',
  frequencyTooSmall: 'Value must be greater than one.',
  aliasTargetRequired: 'Select a field to point the alias to.',
  noAliasTarget: 'You need to add at least one field before creating an alias.',
  positionGapRequired: 'Set a position increment gap value',
  positionsNotEnabled: 'Positions not enabled.',
  positionsNeeded:
    'You need to set the index options (under the "Searchable" toggle) to "Positions" or "Offsets" in order to be able to change the position increment gap.',
  lengthLimitRequired: 'Character length limit is required.',
  dimensionRequired: 'Specify a dimension.',
  metaFieldInvalid: 'The _meta field JSON is not valid.',
  templatesInvalid: 'The dynamic templates JSON is not valid.',

  metadataTooMany: 'At most 5 entries are allowed.',
  metadataTooLong: 'Keys must have at most 20 characters and values at most 50.',
  otherSpace: 'The method has another space_type.',
  prefixesTooShort: 'Engines refuse a minimum of 0.',
  prefixesTooLong: 'Engines refuse a maximum of 20: the largest is 19.',
  notAnObject: 'Enter a JSON object.',
  notAnInteger: 'Enter a whole number.',
  notANumber: 'Enter a number.',
  notABoolean: 'Choose true or false.',
  notAnOption: 'Choose one of the values offered.',
  boundsReversed: 'The minimum must not be greater than the maximum.',
  relationsRequired: 'Name a parent and at least one child.',
  valueRequired: 'Enter a value.',
  localeIllFormed: 'Engines read a locale such as en or en-US.',
  tooManySeparators: 'At most 2 separators are allowed.',
  formatRequired: 'Choose or enter a format.',
  indexNeeded: 'It needs the field to be indexed.',
  positionsRequired: 'It needs the positions of terms to be indexed.',
  oneParentEach: 'A child can have only one parent.',
  listRequired: 'Enter at least one value.',
} as const;

/** Texts beside an input, for the forms. */
export const NOTES = {
  locale: 'Separate language, country and variant with a hyphen or underscore, at most 2 separators.',
  chainedMultiFields:
    'Chained multi-fields were deprecated in 7.3 and are no longer supported. Put the fields side by side, or use copy_to.',
  positionsAndOffsets: 'Positions with offsets roughly double the index size of this field.',
  severalRelations: 'Each relation adds memory and search time. Consider denormalizing the documents instead.',
  sameAnalyzer: 'Use the same analyzer for searching',
  indexAndSearchAnalyzer: 'Index and search analyzer',
  indexAnalyzer: 'Index analyzer',
} as const;

/** A number outside its bounds, for which no message is fixed. */
export function outOfRange(min: number | bigint | undefined, max: number | bigint | undefined): string {
  if (min === undefined) return `The value must be less or equal to ${max}.`;
  if (max === undefined) return `The value must be greater or equal to ${min}.`;
  return `The value must be between ${min} and ${max}.`;
}

/** A bound that is not given, and is on the wrong side of the other one. */
export function reversedByDefault(bound: 'minimum' | 'maximum', value: number): string {
  return bound === 'minimum'
    ? `The minimum is ${value} unless it is set, and must not be greater than the maximum.`
    : `The maximum is ${value} unless it is set, and must not be less than the minimum.`;
}

/** Note for a value that an engine accepts, but neither returns nor uses. */
export function forgottenNote(): string {
  return 'The cluster ignores this value for fields of this type.';
}

/** What one vector costs. */
export function vectorSizeNote(dimensions: number): string {
  return `Each vector takes ${4 * dimensions + 4} bytes (4 * dimensions + 4).`;
}
