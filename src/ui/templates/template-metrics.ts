/** Under which names the work on templates is counted (console.md section 7). */
export const TEMPLATE_METRICS = { delete: 'template_delete', deleteMany: 'template_delete_many', simulate: 'template_simulate' } as const;
