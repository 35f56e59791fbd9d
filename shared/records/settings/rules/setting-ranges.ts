/** The least and the most of a number that operators set, and how many decimals it may have. */
export type SettingRange = { least: number; most: number; decimals?: number }

const daySeconds = 86_400

/** How long prices hold, and how much must arrive. */
export const paymentRanges = {
  sessionTtlSeconds: { least: 60, most: daySeconds },
  lateGraceSeconds: { least: 0, most: 7 * daySeconds },
  /** How long a quote holds its price. */
  quoteTtlSeconds: { least: 60, most: 900 },
  recheckDelaySeconds: { least: 1, most: 3600 },
  underpaymentTolerancePercent: { least: 0, most: 5, decimals: 2 },
} as const satisfies Record<string, SettingRange>

/** How much a mode accepts, and sends, at a time: a function sends to an endpoint five times at most, and 50 run at a time. */
export const limitRanges = {
  rateLimitPerMinute: { least: 1, most: 100_000 },
  /** New sessions of a payment link, and of a client's network. */
  linkSessionsPerMinute: { least: 1, most: 50_000 },
  clientSessionsPerMinute: { least: 1, most: 10_000 },
  /** Concurrent requests to a webhook endpoint. */
  webhookSendsInFlight: { least: 1, most: 100 },
} as const satisfies Record<string, SettingRange>

/** A number for each of their names. */
export type NumberSettings = Record<keyof typeof paymentRanges | keyof typeof limitRanges, number>

/** The defaults of those that a deployment can't set. */
export const usualNumbers = {
  quoteTtlSeconds: 300,
  underpaymentTolerancePercent: 0,
  linkSessionsPerMinute: 300,
  webhookSendsInFlight: 5,
} as const satisfies Partial<NumberSettings>

/** A chain's required confirmations. */
export const confirmationsRange = { least: 1, most: 1000 } as const satisfies SettingRange

/** Each is an item more for a session that has it. */
export const mostSearchKeys = 3
export const longestSearchKey = 40
