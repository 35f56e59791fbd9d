import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { totpOf } from '../sign-in/totp.ts'
import { totpContext } from '../sign-in/verify-code.ts'
import { pendingTotpWrite } from '../store/credentials.ts'
import { type AccountServices, ownAccount } from './own-account.ts'
import { type SealTotp, sealingTotp } from './totp-secrets.ts'

const begun = z.object({
  /** In base 32, to type. */
  secret: z.string(),
  /** For the QR code. */
  uri: z.string(),
})

export const beginTotp = operatorOperation({
  name: 'begin-totp',
  role: 'viewer',
  secondFactor: false,
  command: null,
  group: 'account',
  input: z.strictObject({}),
  output: begun,
  touches: { table: 'write', encrypts: ['totp-secrets'], administers: ['credentials'] },
  docs: { summary: 'Begin to add an authenticator app to your account' },
  needs: (config) => ({ sealTotp: sealingTotp(config) }),
  /** Shown once: from then on it is sealed. It counts once a code proves that the app has it. */
  async run(services: AccountServices & { sealTotp: SealTotp }, request) {
    const { now, randomBytes, sealTotp } = services
    const { operator } = await ownAccount(services, request)
    const label = { issuer: 'Quittance', label: operator.email }
    const { secret, uri } = totpOf(randomBytes(secretBytes), label)
    const pending = {
      secret: await sealTotp(secret, totpContext(operator.id)),
      expiresAt: new Date(now().getTime() + pendingMs),
    }
    return { writes: [pendingTotpWrite(operator.id, pending)], result: { secret, uri } }
  },
})

const pendingMs = 15 * 60_000
/** RFC 4226 recommends 160 bits. */
const secretBytes = 20
