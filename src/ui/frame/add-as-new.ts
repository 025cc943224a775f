/** The label of the action that creates a new field from changes to a removed one. */
export const ADD_AS_NEW = 'Add as new field';
