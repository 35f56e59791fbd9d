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
  /** Where callers and customers reach the service; without a slash at the end. */
  baseUrl: string
}
