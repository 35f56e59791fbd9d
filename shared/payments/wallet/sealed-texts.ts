import * as z from 'zod'
import { moment } from '../../kernel/store/codecs.ts'

const words = z.object({ mnemonic: z.string(), sealedAt: moment })
const accountKey = z.object({ publicKey: z.string(), sealedAt: moment })

type Words = z.output<typeof words>
type AccountKey = z.output<typeof accountKey>

/** The sealed text of a mnemonic. It includes the time, because a row that says how old it is could be anybody's. */
export function wordsText(of: Words): string {
  return JSON.stringify(z.encode(words, of))
}

/** Throws if the text has another form. It is secret, so the error must not quote it. */
export function readWords(text: string): Words {
  return words.parse(JSON.parse(text))
}

export function accountKeyText(of: AccountKey): string {
  return JSON.stringify(z.encode(accountKey, of))
}

export function readAccountKey(text: string): AccountKey {
  return accountKey.parse(JSON.parse(text))
}
