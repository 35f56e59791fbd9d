/** How the input of work in the background is kept until it begins. */
export type KeptInputs = {
  keep: (workId: string, json: string) => Promise<string>
  open: (workId: string, kept: string) => Promise<string>
}

/** For inputs without a secret. */
export const plainInputs: KeptInputs = {
  keep: async (_, json) => json,
  open: async (_, kept) => kept,
}
