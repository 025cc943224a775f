/** Where the routes of the console stand (console.md section 2). */
export const APP_BASE = '/management/data/index_management';
