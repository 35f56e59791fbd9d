import * as z from 'zod'
import { moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition } from '../../../kernel/store/writes.ts'
import { operatorKeys } from './keys.ts'

const challengePurposes = ['sign-in', 'proof', 'passkey'] as const

/** Signed by a passkey, once. */
export type Challenge = {
  id: string
  /** In base64url. */
  challenge: string
  purpose: (typeof challengePurposes)[number]
  /** The operator who asked for it, if already known. */
  operatorId: string | null
  expiresAt: Date
}

const challengeCodec = z.object({
  id: z.string(),
  challenge: z.base64url(),
  purpose: z.enum(challengePurposes),
  operatorId: z.string().nullable(),
  expiresAt: moment,
})

export function challengeCreation(challenge: Challenge): Write {
  const ttl = Math.ceil(challenge.expiresAt.getTime() / 1000)
  return addition({
    ...operatorKeys.challenge(challenge.id),
    ...z.encode(challengeCodec, challenge),
    ttl,
  })
}

export function loadChallenge(table: Table, id: string): Promise<Challenge | undefined> {
  return readItem(table, operatorKeys.challenge(id), challengeCodec)
}

/** The write that uses a challenge up; its condition fails if it was used before. */
export function challengeUse({ id }: Challenge): Write {
  return {
    Delete: { Key: operatorKeys.challenge(id), ConditionExpression: 'attribute_exists(pk)' },
  }
}
