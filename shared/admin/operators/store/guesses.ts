import { createHash } from 'node:crypto'
import * as z from 'zod'
import { moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, replacement, update } from '../../../kernel/store/writes.ts'
import { type Guesses, guessesForgottenAt } from '../rules/guess-limit.ts'
import { operatorKeys } from './keys.ts'

const guessesCodec = z.object({
  failures: z.int(),
  since: moment,
  lastAt: moment,
  version: z.int(),
})

type StoredGuesses = Guesses & { version: number }

/** The subject is hashed: it is whatever somebody typed, such as a password in the wrong field. */
const keyOf = (subject: string) =>
  operatorKeys.guesses(createHash('sha256').update(subject).digest('base64url'))

export function loadGuesses(table: Table, subject: string): Promise<StoredGuesses | undefined> {
  return readItem(table, keyOf(subject), guessesCodec)
}

/** The write that stores further guesses; its condition fails if another guess came first. */
export function guessesChange(
  subject: string,
  guesses: Guesses,
  from: StoredGuesses | undefined,
): Write {
  const version = (from?.version ?? 0) + 1
  const ttl = Math.ceil(guessesForgottenAt(guesses).getTime() / 1000)
  const Item = { ...keyOf(subject), ...z.encode(guessesCodec, { ...guesses, version }), ttl }
  return from ? replacement(Item, from.version) : addition(Item)
}

/** The write that takes one guess back that was right after all; its condition fails if another guess came after it. */
export function guessTakenBack(subject: string, guesses: StoredGuesses): Write {
  const { failures, version } = guesses
  return update(keyOf(subject), { failures: failures - 1, version: version + 1 }, { version })
}

/** The write that forgets all guesses. */
export function guessesRemoval(subject: string): Write {
  return { Delete: { Key: keyOf(subject) } }
}
