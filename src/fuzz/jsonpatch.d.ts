declare module 'jsonpatch' {
  interface JsonpatchLibrary {
    /** Applies an RFC 6902 patch; reuses parts of the document in the result. */
    apply_patch(document: unknown, patch: unknown): unknown;
  }
  const library: JsonpatchLibrary;
  export = library;
}
