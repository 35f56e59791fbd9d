import { type RandomBytes, uniformCharacters } from '../../../kernel/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { Scope } from '../../../kernel/scopes.ts'

/** The stored part of an API key: enough to recognize it, not enough to use it. */
export type ApiKey = {
  id: string
  mode: Mode
  name: string
  scopes: Scope[]
  /** `ck_live_` or `ck_test_` and the first 8 characters of the suffix: unique, and shown to distinguish keys. */
  prefix: string
  createdAt: Date
  /** In the future while a key that was replaced still works. */
  revokedAt: Date | null
}

export function isUsable({ revokedAt }: Pick<ApiKey, 'revokedAt'>, now: Date): boolean {
  return revokedAt === null || now < revokedAt
}

/** SHA-256 of salt + key, and the salt; both base64. */
export type ApiKeyHash = { salt: string; hash: string }

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const suffixLength = 32
const prefixLength = 'ck_live_'.length + 8

export function newApiKeyText(mode: Mode, randomBytes: RandomBytes): string {
  return `ck_${mode}_${uniformCharacters(suffixLength, base62, randomBytes)}`
}

/** The stored prefix of a key, or undefined if the text is not a key. */
export function apiKeyPrefix(text: string): string | undefined {
  return /^ck_(live|test)_[0-9A-Za-z]{32}$/.test(text) ? text.slice(0, prefixLength) : undefined
}
