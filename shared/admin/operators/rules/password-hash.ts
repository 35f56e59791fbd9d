/** A password hash: argon2id with all parameters needed to verify a password. */
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
