import { Type } from 'typebox';

/** Fits a label, a folder and a variable. */
const PATTERN = '^[a-z0-9][a-z0-9_-]{0,62}$';
const NAME = new RegExp(PATTERN);
export const ProjectNameSchema = Type.String({ pattern: PATTERN });
export const NAME_RULE = '1 to 63 of a-z, 0-9, _ and -, beginning with a letter or a digit';

/** Whether a project or an environment can have this name. */
export function isProjectName(text: string): boolean {
  return NAME.test(text);
}
