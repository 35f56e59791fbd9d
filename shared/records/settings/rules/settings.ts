import type { IndexShards } from '../../../kernel/index-shards.ts'
import {
  type CheckoutMethod,
  checkoutMethods,
  type WalletAppName,
  walletApps,
} from './checkout-ways.ts'
import { type NumberSettings, usualNumbers } from './setting-ranges.ts'

/**
 * Settings that the operator can configure, per mode. Seconds and percent are plain numbers, since none of them is
 * money.
 */
export type Settings = NumberSettings & {
  failedAfterSeconds: number
  /** Whether sessions can be opened: the owner may pause that. Those that are open continue. */
  acceptNewPayments: boolean
  acceptTopUps: boolean
  /** Confirmations by chain id, if they differ from the registry's. */
  confirmations: Readonly<Record<string, number>>
  /**
   * When money is worth sweeping, if it differs from the registry's: by chain id, or by chain id and asset, such as
   * `8453.USDC`.
   */
  sweepMinimumUsd: Readonly<Record<string, string>>
  sweepMaxAgeHours: Readonly<Record<string, number>>
  sweepMaxFeePercent: Readonly<Record<string, number>>
  defaultChainId: number | null
  defaultAsset: string | null
  /** The merchant's name as shown to customers; not shown if null. */
  businessName: string | null
  /** The id of the stored image, such as `live-3f1c…`. */
  logo: string | null
  /** `#rrggbb`, with enough contrast to one of the text colors. */
  accentColor: string | null
  /** An email address, or a URL. */
  support: string | null
  /** The origins of the sites that may embed the checkout page. */
  embedOrigins: readonly string[]
  /** The ways to pay, in the order of the page. */
  checkoutMethods: readonly CheckoutMethod[]
  /** The wallet apps that the page offers on a phone, in its order. */
  walletApps: readonly WalletAppName[]
  /** The metadata keys by whose values operators find sessions that are created from then on. */
  searchableMetadata: readonly string[]
  /** Null while every partition is one. */
  indexShards: IndexShards | null
  /** Since when merchants' and operators' changes are refused, because they would be lost in a restore (ISO 8601). */
  intakeStoppedAt: string | null
  /** The table that they are of: another one's name while it is restored and `restore` has not ended. */
  tableName: string | null
  /** The URL at which callers and customers reach the service, without a trailing slash. */
  baseUrl: string
}

/** The defaults of those that a deployment can't set. */
export const usualSettings = {
  ...usualNumbers,
  acceptNewPayments: true,
  acceptTopUps: true,
  confirmations: {},
  sweepMinimumUsd: {},
  sweepMaxAgeHours: {},
  sweepMaxFeePercent: {},
  defaultChainId: null,
  defaultAsset: null,
  businessName: null,
  logo: null,
  accentColor: null,
  support: null,
  embedOrigins: [],
  checkoutMethods,
  walletApps,
  searchableMetadata: [],
  indexShards: null,
  intakeStoppedAt: null,
  tableName: null,
} as const satisfies Partial<Settings>
