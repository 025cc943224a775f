/** Checked before work: of a file before it is parsed, of a project before its files are compared. */
export const CODE_LIMITS = {
  /** Of one file. */
  maxFileBytes: 4 * 1024 * 1024,
  /** Files of all folders of a project, overlays included. */
  maxFiles: 10_000,
  maxEnvironments: 100,
  maxMoves: 1_000,
  /** Patterns of names that are never deleted. */
  maxKeep: 1_000,
  /** Operations of one overlay. */
  maxOperations: 1_000,
  /** Bytes of the name of a file, as most file systems have it. */
  maxFileNameBytes: 255,
} as const;
