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
