// No two folders of src import each other, whichever way round: types count. Tests are left out, since they see everything.
const { options } = require('./.dependency-cruiser.cjs');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/' },
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: {
      path: [
        '^dist/',
        '^(tests|property-tests|bench)/',
        '^src/ui/testing/',
        '\\.(test|contract)\\.tsx?$',
        '/test-[^/]*\\.ts$',
      ],
    },
  },
};
