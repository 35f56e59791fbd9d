/** A call whose signature the operation verifies. */
export type SignedRequest = {
  /** The one parameter of the path. */
  id: string
  /** The bytes as received: the signature covers them. */
  rawBody: Uint8Array
  headers: Readonly<Record<string, string | undefined>>
  query: Readonly<Record<string, string | undefined>>
  /** The path, as the caller sent it. */
  path: string
}
