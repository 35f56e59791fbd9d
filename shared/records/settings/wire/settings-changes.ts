import * as z from 'zod'
import { mapNames } from '../../../kernel/map-names.ts'
import { email } from '../../../kernel/wire/email.ts'
import { url } from '../../../kernel/wire/url.ts'
import { textColorOn } from '../rules/accent-color.ts'
import { checkoutMethods, walletApps } from '../rules/checkout-ways.ts'
import { maxLogoBytes } from '../rules/logo.ts'
import {
  confirmationsRange,
  limitRanges,
  longestSearchKey,
  mostSearchKeys,
  paymentRanges,
  type SettingRange,
} from '../rules/setting-ranges.ts'

const businessName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .refine((text) => !/\p{Cc}/u.test(text), { error: 'must not contain control characters' })

const accentColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a color such as #0b5d4e', abort: true })
  .toLowerCase()
  .refine((color) => textColorOn(color) !== undefined, {
    error:
      'must have a contrast of at least 4.5:1 with white or near-black text. Choose a darker or a lighter color.',
  })

const support = z.union([email, url], {
  error: 'must be an email address, or a URL that begins with https://',
})

const origin = url.refine((text) => URL.parse(text)?.origin === text, {
  error: 'must be an origin without a path, such as https://shop.example',
})

function eachOnce<const Name extends string>(names: readonly Name[]) {
  return once(z.array(z.enum(names)))
}

function once<List extends z.ZodArray>(list: List): List {
  return list.refine((entries) => new Set(entries).size === entries.length, {
    error: 'must name each one only once',
  })
}

const usd = z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, {
  error: 'must be an amount of USD with at most 6 decimals, such as "2.50"',
})

function wholeIn({ least, most }: SettingRange) {
  return z.int().min(least).max(most)
}

function numberIn(range: SettingRange) {
  const { least, most, decimals } = range
  return (decimals === undefined ? wholeIn(range) : z.number().min(least).max(most)).nullable()
}

/** By chain id; null resets one to its default. */
function ofChain<Value extends z.ZodType>(value: Value) {
  return z.record(z.string().regex(/^\d+$/), value.nullable())
}

/** By chain id, or by chain id and asset; null resets one to its default. */
function ofSwept<Value extends z.ZodType>(value: Value) {
  const key = z.string().regex(/^\d{1,15}(\.\w{1,20})?$/, {
    error: 'must name a chain, such as 8453, or a chain and an asset, such as 8453.USDC',
  })
  return z.record(key, value.nullable())
}

/**
 * New values by name; null resets one to its default. The base URL is changed by `move-instance`, for both modes at
 * once.
 */
export const settingsChanges = z
  .strictObject({
    ...mapNames(paymentRanges, numberIn),
    acceptNewPayments: z.boolean().nullable(),
    acceptTopUps: z.boolean().nullable(),
    confirmations: ofChain(wholeIn(confirmationsRange)),
    sweepMinimumUsd: ofSwept(usd),
    sweepMaxAgeHours: ofSwept(z.int().min(0).max(8_760)),
    sweepMaxFeePercent: ofSwept(z.number().min(0.01).max(100).multipleOf(0.01)),
    defaultChainId: z.int().positive().nullable(),
    defaultAsset: z.string().min(1).max(20).nullable(),
    ...mapNames(limitRanges, numberIn),
    businessName: businessName.nullable(),
    /** The image, in base 64. */
    logo: z
      .base64()
      .max(Math.ceil(maxLogoBytes / 3) * 4, {
        error: `must be an image of at most ${maxLogoBytes / 1000} kB`,
      })
      .nullable(),
    accentColor: accentColor.nullable(),
    support: support.nullable(),
    embedOrigins: z.array(origin).max(20).nullable(),
    checkoutMethods: eachOnce(checkoutMethods).min(1).nullable(),
    walletApps: eachOnce(walletApps).nullable(),
    searchableMetadata: once(
      z
        .array(
          z
            .string()
            .trim()
            .min(1)
            .max(longestSearchKey, {
              error: `must be a metadata key of at most ${longestSearchKey} characters`,
            }),
        )
        .max(mostSearchKeys, { error: `must name at most ${mostSearchKeys} metadata keys` }),
    ).nullable(),
  })
  .partial()
  .refine((values) => Object.values(values).some((value) => value !== undefined), {
    error: 'must name at least one setting',
  })
