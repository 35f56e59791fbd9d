import * as z from 'zod'

const daySeconds = 86_400

/** New values by name; null resets one to its default. `move-instance` changes the URL, for both modes at once. */
export const settingsChanges = z
  .strictObject({
    sessionTtlSeconds: z.int().min(60).max(daySeconds).nullable(),
    lateGraceSeconds: z
      .int()
      .min(0)
      .max(7 * daySeconds)
      .nullable(),
    quoteTtlSeconds: z.int().min(60).max(900).nullable(),
    recheckDelaySeconds: z.int().min(1).max(3600).nullable(),
    underpaymentTolerancePercent: z.number().min(0).max(50).nullable(),
    acceptTopUps: z.boolean().nullable(),
    confirmations: z.record(z.string().regex(/^\d+$/), z.int().min(1).max(1000).nullable()),
    defaultChainId: z.int().positive().nullable(),
    defaultAsset: z.string().min(1).max(20).nullable(),
    rateLimitPerMinute: z.int().min(1).max(100_000).nullable(),
  })
  .partial()
  .refine((values) => Object.values(values).some((value) => value !== undefined), {
    error: 'must name at least one setting',
  })
