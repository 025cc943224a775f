/** The base path of the routes of the console (console.md section 2). */
export const APP_BASE = '/management/data/index_management';
