import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { email } from '../shared/kernel/wire/email.ts'

/** A secret that no log may hold, and the part that reveals it. */
export type Secret = { kind: string; text: string; telling: string }

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const setupAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

function characters(alphabet: string, length: number): fc.Arbitrary<string> {
  return fc.string({
    unit: fc.constantFrom(...alphabet),
    minLength: length,
    maxLength: length,
  })
}

const hex = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(toHex)
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const whole = (kind: string) => (text: string) => ({ kind, text, telling: text })
/** Recognized by its beginning as well as by the rest. */
const rest = (kind: string, from: number) => (text: string) => ({
  kind,
  text,
  telling: text.slice(from),
})

export const secrets: fc.Arbitrary<Secret> = fc.oneof(
  fc
    .tuple(fc.constantFrom('live', 'test'), characters(alphanumeric, 32))
    .map(([mode, random]) => rest('API key', 16)(`ck_${mode}_${random}`)),
  fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => rest('webhook secret', 6)(`whsec_${Buffer.from(bytes).toString('base64')}`)),
  fc
    .constantFrom(128, 256)
    .map((strength) => whole('mnemonic')(generateMnemonic(wordlist, strength))),
  characters(alphanumeric, 102).map((random) => rest('extended key', 9)(`xprv9s21Zr${random}`)),
  hex(32).map((text) => rest('private key', 6)(`0x${text}`)),
  hex(20).map((text) => rest('payer’s address', 6)(`0x${text}`)),
  characters(setupAlphabet, 36).map((text) => whole('setup token')(`${text}2`)),
  fc
    .emailAddress()
    .filter((text) => email.safeParse(text).success)
    .map(whole('email')),
  fc
    .ipV4()
    .filter((text) => !text.startsWith('127.'))
    .map(whole('IPv4 address')),
  fc
    .ipV6()
    .filter((text) => text !== '::1' && text !== '::')
    .map(whole('IPv6 address')),
  characters(alphanumeric, 32).map((key) => ({
    kind: 'node’s URL',
    text: `https://rpc.example/v2/${key}?token=${key}`,
    telling: key,
  })),
  characters(alphanumeric, 20).map((password) => ({
    kind: 'password in a URL',
    text: `https://user:${password}@rpc.example`,
    telling: password,
  })),
  fc.uuid().map((text) => ({
    kind: 'body',
    text: JSON.stringify({ customerEmail: `${text}@example.com`, metadata: { order: text } }),
    telling: text,
  })),
)
