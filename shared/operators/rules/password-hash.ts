/** A password that can be checked and not read: argon2id with everything needed to compute it again. */
export type PasswordHash = {
  algorithm: 'argon2id'
  memoryKib: number
  passes: number
  parallelism: number
  /** Base64. */
  salt: string
  /** Base64. */
  hash: string
}
