/**
 * The labels of the inputs of the advanced options, in their form and in the notice about typed content that has lost
 * its form.
 */
export const OPTION_LABELS = {
  dynamicMapping: {
    enabled: 'Enable dynamic mapping',
    numeric_detection: 'Map numeric strings as numbers',
    date_detection: 'Map date strings as dates',
    dynamic_date_formats: 'Date formats',
    throwErrorsForUnmappedFields: 'Throw an error when a document has an unmapped field',
  },
  sourceField: { enabled: 'Enable _source field', includes: 'Include fields', excludes: 'Exclude fields' },
  _routing: { required: 'Require _routing for CRUD operations' },
  objects: { subobjects: 'Expand dots into objects' },
  sizeField: { enabled: 'Index document size' },
  metaField: '_meta field data',
} as const;
