import * as z from 'zod'
import { moment } from '../../../kernel/store/codecs.ts'
import type { Key } from '../../../kernel/store/keys.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { sealed } from '../../../kernel/store/sealed.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, update, upsert } from '../../../kernel/store/writes.ts'
import type { Credentials, Passkey, Totp } from '../rules/credentials.ts'
import type { PasswordHash } from '../rules/password-hash.ts'
import { operatorKeys } from './keys.ts'

const passwordItem = z.object({
  kind: z.literal('password'),
  algorithm: z.literal('argon2id'),
  memoryKib: z.int(),
  passes: z.int(),
  parallelism: z.int(),
  salt: z.base64(),
  hash: z.base64(),
})

const totpItem = z.object({
  kind: z.literal('totp'),
  secret: sealed,
  lastStep: z.int(),
  addedAt: moment,
})

const pendingTotpItem = z.object({
  kind: z.literal('pending-totp'),
  secret: sealed,
  expiresAt: moment,
})

const recoveryCodeItem = z.object({ kind: z.literal('recovery-code'), hash: z.string() })

const passkeyItem = z.object({
  kind: z.literal('passkey'),
  credentialId: z.string(),
  publicKey: z.base64url(),
  counter: z.int(),
  transports: z.array(z.string()),
  name: z.string(),
  domain: z.string(),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
})

const wizardProofItem = z.object({ kind: z.literal('wizard-proof'), until: moment })

const credentialItem = z.lazy(() =>
  z.discriminatedUnion('kind', [
    passwordItem,
    totpItem,
    pendingTotpItem,
    recoveryCodeItem,
    passkeyItem,
    wizardProofItem,
  ]),
)

/** Everything that is stored of an operator's credentials (consistent). */
export async function loadCredentials(table: Table, operatorId: string): Promise<Credentials> {
  const { pk: partition } = operatorKeys.credential(operatorId, '')
  const items = await queryAll(table, { partition }, credentialItem)
  return {
    password: items.find((item) => item.kind === 'password'),
    totp: items.find((item) => item.kind === 'totp'),
    pendingTotp: items.find((item) => item.kind === 'pending-totp'),
    recoveryCodes: items.flatMap((item) => (item.kind === 'recovery-code' ? [item.hash] : [])),
    passkeys: items.filter((item) => item.kind === 'passkey'),
    wizardProofUntil: items.find((item) => item.kind === 'wizard-proof')?.until,
  }
}

/** The write that sets the password. */
export function passwordWrite(operatorId: string, password: PasswordHash): Write {
  return put(operatorKeys.credential(operatorId, 'password'), { kind: 'password', ...password })
}

export function totpWrite(operatorId: string, totp: Totp): Write {
  return put(totpKey(operatorId), z.encode(totpItem, { kind: 'totp', ...totp }))
}

/** The write that uses a code up; its condition fails if another code was used since `from` was read. */
export function totpUse(operatorId: string, from: Totp, lastStep: number): Write {
  return update(totpKey(operatorId), { lastStep }, { lastStep: from.lastStep })
}

export function totpRemoval(operatorId: string): Write {
  return { Delete: { Key: totpKey(operatorId) } }
}

export function pendingTotpWrite(
  operatorId: string,
  pending: NonNullable<Credentials['pendingTotp']>,
): Write {
  const stored = z.encode(pendingTotpItem, { kind: 'pending-totp', ...pending })
  const ttl = Math.ceil(pending.expiresAt.getTime() / 1000)
  return put(pendingTotpKey(operatorId), { ...stored, ttl })
}

export function pendingTotpRemoval(operatorId: string): Write {
  return { Delete: { Key: pendingTotpKey(operatorId) } }
}

export function recoveryCodeWrite(operatorId: string, hash: string): Write {
  return put(recoveryCodeKey(operatorId, hash), { kind: 'recovery-code', hash })
}

/** The write that uses a code up; its condition fails if it was. */
export function recoveryCodeUse(operatorId: string, hash: string): Write {
  const Key = recoveryCodeKey(operatorId, hash)
  return { Delete: { Key, ConditionExpression: 'attribute_exists(pk)' } }
}

/** The write that adds a passkey; its condition fails if it is registered. */
export function passkeyCreation(operatorId: string, passkey: Passkey): Write {
  const stored = z.encode(passkeyItem, { kind: 'passkey', ...passkey })
  return addition({ ...passkeyKey(operatorId, passkey), ...stored })
}

/** The write that notes a passkey's use; its condition fails if it was used since `from` was read. */
export function passkeyUse(
  operatorId: string,
  from: Passkey,
  { counter, at }: { counter: number; at: Date },
): Write {
  const values = { counter, lastUsedAt: at.toISOString() }
  return update(passkeyKey(operatorId, from), values, { counter: from.counter })
}

export function passkeyRemoval(operatorId: string, passkey: Passkey): Write {
  return { Delete: { Key: passkeyKey(operatorId, passkey) } }
}

/** The write after which the wizard's steps need no further proof until then. */
export function wizardProofWrite(operatorId: string, until: Date): Write {
  const stored = z.encode(wizardProofItem, { kind: 'wizard-proof', until })
  const ttl = Math.ceil(until.getTime() / 1000)
  return put(wizardProofKey(operatorId), { ...stored, ttl })
}

/** The writes that remove everything but the password. */
export function factorRemovals(operatorId: string, credentials: Credentials): Write[] {
  return [
    totpRemoval(operatorId),
    pendingTotpRemoval(operatorId),
    { Delete: { Key: wizardProofKey(operatorId) } },
    ...credentials.recoveryCodes.map((hash): Write => recoveryCodeRemoval(operatorId, hash)),
    ...credentials.passkeys.map((passkey) => passkeyRemoval(operatorId, passkey)),
  ]
}

export function recoveryCodeRemoval(operatorId: string, hash: string): Write {
  return { Delete: { Key: recoveryCodeKey(operatorId, hash) } }
}

export function passwordRemoval(operatorId: string): Write {
  return { Delete: { Key: operatorKeys.credential(operatorId, 'password') } }
}

const totpKey = (operatorId: string) => operatorKeys.credential(operatorId, 'totp')
const pendingTotpKey = (operatorId: string) => operatorKeys.credential(operatorId, 'pending-totp')
const wizardProofKey = (operatorId: string) => operatorKeys.credential(operatorId, 'wizard-proof')
const recoveryCodeKey = (operatorId: string, hash: string) =>
  operatorKeys.credential(operatorId, `recovery-code#${hash}`)
const passkeyKey = (operatorId: string, { credentialId }: Pick<Passkey, 'credentialId'>) =>
  operatorKeys.credential(operatorId, `passkey#${credentialId}`)

function put(key: Key, values: Record<string, unknown>): Write {
  return upsert({ ...key, ...values })
}
