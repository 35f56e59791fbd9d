import * as z from 'zod'
import { mapNames } from '../../../kernel/map-names.ts'
import { checkoutMethods, walletApps } from '../rules/checkout-ways.ts'
import { limitRanges, paymentRanges } from '../rules/setting-ranges.ts'

/** The fields of the settings of a mode, as operators see them, each with its schema. */
export const settingsFields = () => ({
  ...mapNames(paymentRanges, () => z.number()),
  failedAfterSeconds: z.number(),
  acceptNewPayments: z.boolean(),
  acceptTopUps: z.boolean(),
  confirmations: z.record(z.string(), z.int()),
  sweepMinimumUsd: z.record(z.string(), z.string()),
  sweepMaxAgeHours: z.record(z.string(), z.number()),
  sweepMaxFeePercent: z.record(z.string(), z.number()),
  defaultChainId: z.int().nullable(),
  defaultAsset: z.string().nullable(),
  ...mapNames(limitRanges, () => z.int()),
  businessName: z.string().nullable(),
  logo: z.string().nullable(),
  accentColor: z.string().nullable(),
  support: z.string().nullable(),
  embedOrigins: z.array(z.string()).readonly(),
  checkoutMethods: z.array(z.enum(checkoutMethods)).readonly(),
  walletApps: z.array(z.enum(walletApps)).readonly(),
  searchableMetadata: z.array(z.string()).readonly(),
  indexShards: z.object({ count: z.int(), before: z.int(), from: z.iso.datetime() }).nullable(),
  baseUrl: z.string(),
})

/** The settings of a mode as operators see them. */
export const settings = z.lazy(() => z.object(settingsFields()))
