import { Secret, TOTP } from 'otpauth'
import { hashPassword } from '../shared/admin/operators/hash-password.ts'
import { newRecoveryCode, recoveryCodeHash } from '../shared/admin/operators/rules/recovery-code.ts'
import { totpContext } from '../shared/admin/operators/sign-in/verify-code.ts'
import {
  passkeyCreation,
  passwordWrite,
  recoveryCodeWrite,
  totpWrite,
} from '../shared/admin/operators/store/credentials.ts'
import {
  loadStaff,
  operatorCreation,
  staffChange,
} from '../shared/admin/operators/store/operators.ts'
import { modes } from '../shared/kernel/mode.ts'
import type { Sealed } from '../shared/kernel/sealed.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import { settingsUpdate } from '../shared/records/settings/store/settings.ts'
import { anOperator } from './operator-factories.ts'
import { seededBytes } from './seeded-bytes.ts'
import type { softwareAuthenticator } from './software-authenticator.ts'
import { testTable } from './test-table.ts'

export const password = 'correct horse battery'
export const page = { origin: 'https://pay.example.com', domain: 'pay.example.com' } as const

/** An instance at https://pay.example.com without operators, and a clock. */
export async function emptyInstance(seed = 'accounts') {
  const table = await testTable()
  await transact(
    table,
    modes.map((mode) => settingsUpdate(mode, { baseUrl: page.origin })),
  )
  let at = new Date('2026-03-01T12:00:00Z')
  const services = {
    table,
    now: () => at,
    randomBytes: seededBytes(seed),
    sealTotp: sealing,
    openTotp: opening,
  }
  return {
    table,
    services,
    pass: (seconds: number) => {
      at = new Date(at.getTime() + seconds * 1000)
    },
  }
}

/** Tests compare hundreds of passwords. */
export const cheap = { memoryKib: 64, passes: 1, parallelism: 1 } as const

/** An instance with an owner, who has a password. */
export async function ownedInstance(changes: Parameters<typeof anOperator>[0] = {}) {
  const instance = await emptyInstance()
  const { table, services } = instance
  const owner = anOperator({ hasSecondFactor: false, ...changes })
  const hash = await hashPassword(password, services.randomBytes, cheap)
  const staff = await loadStaff(table)
  await transact(table, [
    ...[operatorCreation(owner), staffChange(staff)],
    passwordWrite(owner.id, hash),
  ])
  return { ...instance, owner }
}

export type OwnedInstance = Awaited<ReturnType<typeof ownedInstance>>

const secret = Secret.fromUTF8('twenty bytes of text')

/** Adds an authenticator app, and returns its code of a time. */
export async function withApp({ table, owner }: OwnedInstance) {
  const sealed = await sealing(secret.base32, totpContext(owner.id))
  await transact(table, [
    totpWrite(owner.id, { secret: sealed, lastStep: 0, addedAt: owner.createdAt }),
  ])
  return codeAt
}

export function codeAt(at: Date, ofSecret: string = secret.base32): string {
  return new TOTP({ secret: Secret.fromBase32(ofSecret) }).generate({ timestamp: at.getTime() })
}

/** Adds a recovery code. */
export async function withRecoveryCode({ table, services, owner }: OwnedInstance) {
  const code = newRecoveryCode(services.randomBytes)
  await transact(table, [recoveryCodeWrite(owner.id, recoveryCodeHash(owner.id, code))])
  return code
}

/** Adds a passkey, registered as the library would have stored it. */
export async function withPasskey(
  { table, owner }: OwnedInstance,
  authenticator: ReturnType<typeof softwareAuthenticator>,
) {
  await transact(table, [
    passkeyCreation(owner.id, {
      credentialId: authenticator.id,
      publicKey: authenticator.publicKey,
      counter: 0,
      transports: ['internal'],
      name: 'Laptop',
      domain: page.domain,
      createdAt: owner.createdAt,
      lastUsedAt: null,
    }),
  ])
}

/** In place of KMS: opens only in the context that it was sealed in. */
async function sealing(text: string, context: Record<string, string>): Promise<Sealed> {
  const ciphertext = JSON.stringify({ text, context })
  return { wrappedKey: '', iv: '', tag: '', ciphertext: Buffer.from(ciphertext).toString('base64') }
}

async function opening({ ciphertext }: Sealed, context: Record<string, string>): Promise<string> {
  const sealed = JSON.parse(Buffer.from(ciphertext, 'base64').toString())
  if (JSON.stringify(sealed.context) !== JSON.stringify(context)) throw new Error('other context')
  return sealed.text
}
