/** What the operator decides, per mode. Seconds and percent as plain numbers: none of it is money. */
export type Settings = {
  sessionTtlSeconds: number
  lateGraceSeconds: number
  /** How long a quote holds its price. */
  quoteTtlSeconds: number
  recheckDelaySeconds: number
  failedAfterSeconds: number
  underpaymentTolerancePercent: number
  acceptTopUps: boolean
  /** Confirmations by chain id, where they differ from the registry's. */
  confirmations: Readonly<Record<string, number>>
  defaultChainId: number | null
  defaultAsset: string | null
  rateLimitPerMinute: number
  /** What customers see of the merchant; null is not shown. */
  businessName: string | null
  /** The id of the stored image, such as `live-3f1c…`. */
  logo: string | null
  /** `#rrggbb`, with enough contrast to one of the text colors. */
  accentColor: string | null
  /** An email address, or a URL. */
  support: string | null
  /** The origins of the sites that may embed the checkout page. */
  embedOrigins: readonly string[]
  /** Where callers and customers reach the service; without a slash at the end. */
  baseUrl: string
}
