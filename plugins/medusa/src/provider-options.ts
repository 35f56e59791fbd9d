import { Modules } from '@medusajs/framework/utils'

/** What the shop's `medusa-config` gives the provider. */
export type ProviderOptions = {
  /** A key of the instance with `sessions:read`, `sessions:write` and `refunds:write`; its mode is the shop's. */
  apiKey: string
  /** The URL of the instance, such as `https://pay.example.com`. */
  baseUrl: string
  /** The secret of the webhook endpoint for `/hooks/payment/quittance`; several while it is being rotated. */
  webhookSecret: string | readonly string[]
  /** Where customers continue after they have paid. */
  successUrl: string
  /** Where customers go who leave without paying. */
  cancelUrl: string
}

const names = ['apiKey', 'baseUrl', 'webhookSecret', 'successUrl', 'cancelUrl'] as const

/** Throws an error that names the options that are missing. */
export function checkOptions(options: Partial<ProviderOptions>): void {
  const missing = names.filter((name) => !options[name]?.length)
  if (missing.length === 0) return
  throw new Error(
    `The payment provider quittance needs ${missing.join(', ')} in medusa-config: see the README of @quittance/medusa.`,
  )
}

const resolved = '@quittance/medusa/providers/quittance'

type Configuration = { modules?: Readonly<Record<string, unknown>> | undefined }
type PaymentModule = {
  options?: { providers?: { resolve: unknown; options: ProviderOptions }[] }
}

/** The options of this package's provider in the shop's configuration. */
export function providerOptions({ modules }: Configuration): ProviderOptions {
  const { options }: PaymentModule = Object(modules?.[Modules.PAYMENT])
  const found = options?.providers?.find(({ resolve }) => resolve === resolved)
  if (found) return found.options
  throw new Error(`medusa-config has no payment provider ${resolved}.`)
}
