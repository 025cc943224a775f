/** The base path of the routes of the console. */
export const APP_BASE = '/management/data/index_management';
