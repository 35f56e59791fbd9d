import { KMSClient } from '@aws-sdk/client-kms'
import * as z from 'zod'
import type { VendorAccount } from '../../chain/notifiers/chain-notifier.ts'
import { VendorFailed, VendorRefused } from '../../chain/notifiers/vendor-request.ts'
import { type Notifier, notifiers } from '../../chain/rules/notifier.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import { seal } from '../../kernel/sealing/seal.ts'
import { fieldErrors } from '../../kernel/wire/field-problem.ts'
import { notifierAccounts } from './notifier-accounts.ts'
import { refuseNotifier, tokenSentences } from './rules/notifier-refusals.ts'
import { connectionReplacement, notifierTokenContext } from './store/notifier-connections.ts'

const connected = z.object({ notifier: z.enum(notifiers), modes: z.array(z.enum(modes)) })

export const connectNotifier = operatorOperation({
  name: 'connect-notifier',
  role: 'owner',
  proof: 'once in the wizard',
  command: 'notifiers connect',
  input: z.strictObject({
    notifier: z.enum(notifiers),
    /** The vendor's token: for Alchemy the auth token of its Notify API, for QuickNode an API key. */
    token: z
      .string()
      .min(8)
      .max(500)
      .regex(/^[\x21-\x7e]+$/, { error: fieldErrors(tokenSentences)('no_token') })
      .meta({ secret: 'NOTIFIER_TOKEN' }),
    /** Both modes unless given. */
    mode: z.enum(modes).exactOptional(),
  }),
  output: connected,
  touches: {
    table: 'write',
    encrypts: ['notifier-tokens'],
    administers: ['notifiers', 'audit-log'],
  },
  docs: {
    summary: 'Let a notifier report payments; its webhooks are created within a minute',
  },
  needs: (config) => {
    const sealing = {
      kms: new KMSClient(),
      keyId: config('KMS_KEY_ID'),
      purpose: 'notifier-tokens',
    }
    return {
      accountWith: notifierAccounts(config),
      sealToken: (token: string, context: Record<string, string>) => seal(sealing, token, context),
    }
  },
  /** The token is tried first. Throws `parameter_invalid` if the vendor does not accept it, and `timed_out` if it can't be reached. */
  async run({ now, accountWith, sealToken }: Services, { input: { notifier, token, mode } }) {
    await tryAccount(accountWith(notifier, token))
    const chosen: readonly Mode[] = mode ? [mode] : modes
    const writes = chosen.map(async (of) =>
      connectionReplacement({
        mode: of,
        notifier,
        token: await sealToken(token, notifierTokenContext({ mode: of, notifier })),
        tokenLastFour: token.slice(-4),
        connectedAt: now(),
      }),
    )
    const after = { tokenLastFour: token.slice(-4) }
    return {
      changes: chosen.map((of) => ({
        mode: of,
        action: 'notifier.connect',
        target: notifier,
        after,
      })),
      writes: await Promise.all(writes),
      result: { notifier, modes: [...chosen] },
    }
  },
})

type Services = {
  now: () => Date
  accountWith: (notifier: Notifier, token: string) => VendorAccount
  sealToken: (token: string, context: Record<string, string>) => Promise<Sealed>
}

async function tryAccount(account: VendorAccount): Promise<void> {
  try {
    await account.webhooks()
  } catch (error) {
    throw refusalBy(error)
  }
}

/** The error for an operator whose token does not list the webhooks. */
function refusalBy(error: unknown): unknown {
  if (error instanceof VendorRefused) {
    const { vendor, status } = error
    return refuseNotifier('token_not_accepted', { vendor, status }, { cause: error })
  }
  if (error instanceof VendorFailed) {
    return refuseNotifier('vendor_failed', { said: error.message }, { cause: error })
  }
  return error
}
