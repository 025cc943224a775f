/** Who may do everything on a secured node. */
export declare const ADMIN: { readonly name: string; readonly password: string };
