import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { type Integration, inEffect } from '../../../records/integrations/rules/integration.ts'
import { providerNames } from '../../../records/integrations/rules/provider-name.ts'

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
  /** Shows which credentials are in use, and nothing of them. */
  fingerprint: z.string(),
  /** The account that follows, and from when. */
  next: z
    .object({ wallet: z.string().nullable(), fingerprint: z.string(), from: timestamp })
    .nullable(),
  setAt: timestamp,
})

export function presentIntegration(
  integration: Integration,
  now: Date,
): z.infer<typeof shownIntegration> {
  const shown = inEffect(integration, now)
  const { mode, provider, isEnabled: enabled, wallet, fingerprint, next, setAt } = shown
  return {
    mode,
    provider,
    enabled,
    wallet,
    fingerprint,
    next: next && {
      wallet: next.wallet,
      fingerprint: next.fingerprint,
      from: next.from.toISOString(),
    },
    setAt: setAt.toISOString(),
  }
}
