/** A call whose signature the operation verifies. */
export type SignedRequest = {
  /** The one parameter of the path. */
  id: string
  /** The bytes as they came: the signature is over them. */
  rawBody: Uint8Array
  headers: Readonly<Record<string, string | undefined>>
}
