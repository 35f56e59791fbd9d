import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { timestamp } from '../../kernel/wire/primitives.ts'
import { type Integration, walletAt } from '../rules/integration.ts'
import { providerNames } from '../rules/provider-name.ts'

/** A provider of a mode, as operators name it. */
export const ofIntegration = z.strictObject({
  provider: z.enum(providerNames),
  mode: z.enum(modes),
})

/** An account with a provider, without its secrets. */
export const shownIntegration = z.object({
  mode: z.enum(modes),
  provider: z.enum(providerNames),
  enabled: z.boolean(),
  wallet: z.string().nullable(),
  /** The wallet that follows, and from when. */
  nextWallet: z.object({ address: z.string(), from: timestamp }).nullable(),
  setAt: timestamp,
})

export function presentIntegration(
  integration: Integration,
  now: Date,
): z.infer<typeof shownIntegration> {
  const { mode, provider, isEnabled: enabled, nextWallet, setAt } = integration
  const isPending = nextWallet !== null && now < nextWallet.from
  return {
    ...{ mode, provider, enabled, wallet: walletAt(integration, now) },
    nextWallet: isPending
      ? { address: nextWallet.address, from: nextWallet.from.toISOString() }
      : null,
    setAt: setAt.toISOString(),
  }
}
