import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { roles } from '../../../kernel/roles.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { loadStoredSettings } from '../../../records/settings/store/settings.ts'
import { signInMethods } from '../rules/sign-in.ts'
import { relyingPartyOf } from '../sign-in/relying-party.ts'
import { loadCredentials } from '../store/credentials.ts'
import { listSignIns } from '../store/sign-ins.ts'
import { wrongCodesOf } from '../store/wrong-codes.ts'
import { ownAccount } from './own-account.ts'

const account = z.object({
  operator: z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(roles) }),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      domain: z.string(),
      /** False if it was made for an earlier domain of the instance. */
      isUsable: z.boolean(),
      createdAt: timestamp,
      lastUsedAt: timestamp.nullable(),
    }),
  ),
  /** When the authenticator app was added; null without one. */
  totpAddedAt: timestamp.nullable(),
  recoveryCodesLeft: z.int(),
  /** Wrong codes beside the current password since the last right one. */
  wrongCodes: z.int(),
  signIns: z.array(
    z.object({
      id: z.string(),
      isThis: z.boolean(),
      method: z.enum(signInMethods),
      startedAt: timestamp,
      lastSeenAt: timestamp,
      expiresAt: timestamp,
      address: z.string(),
      userAgent: z.string(),
    }),
  ),
})

export const showAccount = operatorOperation({
  name: 'show-account',
  role: 'viewer',
  secondFactor: false,
  command: null,
  group: 'account',
  input: z.strictObject({}),
  output: account,
  touches: { table: 'read', administers: ['credentials'] },
  docs: { summary: 'Show your passkeys, your authenticator app and where you are signed in' },
  async run(services, request) {
    const { table, now } = services
    const { operator, signIn } = await ownAccount(services, request)
    const [credentials, signIns, { baseUrl }] = await Promise.all([
      loadCredentials(table, operator.id),
      listSignIns(table, operator, now()),
      loadStoredSettings(table, 'live'),
    ])
    const domain = baseUrl === undefined ? undefined : relyingPartyOf(baseUrl).domain
    const { id, name, email, role } = operator
    return {
      result: {
        operator: { id, name, email, role },
        passkeys: credentials.passkeys.map((passkey) => ({
          id: passkey.credentialId,
          name: passkey.name,
          domain: passkey.domain,
          isUsable: passkey.domain === domain,
          createdAt: passkey.createdAt.toISOString(),
          lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
        })),
        totpAddedAt: credentials.totp?.addedAt.toISOString() ?? null,
        recoveryCodesLeft: credentials.recoveryCodes.length,
        wrongCodes: await wrongCodesOf(table, operator.id, credentials),
        signIns: signIns.map(({ address, userAgent, method, ...each }) => ({
          id: each.id,
          isThis: each.id === signIn.id,
          address,
          userAgent,
          method,
          startedAt: each.startedAt.toISOString(),
          lastSeenAt: each.lastSeenAt.toISOString(),
          expiresAt: each.expiresAt.toISOString(),
        })),
      },
    }
  },
})
