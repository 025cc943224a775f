/** What the mark of a scratch cluster means. */
export const SCRATCH_WORDS = 'Scratch cluster: the fuzz lab may create, change and delete indices and templates here.';
