/**
 * A text encrypted with AES-256-GCM under its own data key; every field in base64. Can only be decrypted with the key
 * service.
 */
export type Sealed = {
  /** The data key, encrypted by the key service. */
  wrappedKey: string
  iv: string
  ciphertext: string
  tag: string
}

/** Encrypts bodies that show a secret; `context` binds them to their request. */
export type ReplyVault = {
  seal: (body: string, context: Record<string, string>) => Promise<Sealed>
  open: (sealed: Sealed, context: Record<string, string>) => Promise<string>
}
