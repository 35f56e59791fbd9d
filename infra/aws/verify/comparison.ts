/** Something that was compared, and how it differs; undefined if it is not there. */
export type Comparison = { kind: string; name: string; differences: readonly string[] | undefined }

/** How something differs that only an account has. */
export const notBuilt = 'this commit does not build it'
