/** A service whose one key opens nodes of many chains. */
export type Provider = {
  /** With `{chain}` and `{key}` to fill in. */
  url: string
  /** The value of `{chain}`, by chain id. */
  chains: Readonly<Record<number, string>>
}
