/** A text encrypted with AES-256-GCM under a data key of its own; every field in base64. Safe to store, useless without the key service. */
export type Sealed = {
  /** The data key, encrypted by the key service. */
  wrappedKey: string
  iv: string
  ciphertext: string
  tag: string
}
