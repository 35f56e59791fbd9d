import * as z from 'zod'
import { mapNames } from '../../../kernel/map-names.ts'
import { email } from '../../../kernel/wire/email.ts'
import { fieldErrors } from '../../../kernel/wire/field-problem.ts'
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
import { settingSentences } from '../rules/settings-refusals.ts'

const settingError = fieldErrors(settingSentences)

const businessName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .refine((text) => !/\p{Cc}/u.test(text), { error: settingError('control_characters') })

const accentColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: settingError('no_color'), abort: true })
  .toLowerCase()
  .refine((color) => textColorOn(color) !== undefined, {
    error: settingError('little_contrast'),
  })

const support = z.union([email, url], {
  error: settingError('no_support'),
})

const origin = url.refine((text) => URL.parse(text)?.origin === text, {
  error: settingError('no_origin'),
})

function eachOnce<const Name extends string>(names: readonly Name[]) {
  return once(z.array(z.enum(names)))
}

function once<List extends z.ZodArray>(list: List): List {
  return list.refine((entries) => new Set(entries).size === entries.length, {
    error: settingError('named_twice'),
  })
}

const usd = z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, {
  error: settingError('no_usd'),
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
    error: settingError('no_chain_or_asset'),
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
    /** The image, in Base64. */
    logo: z
      .base64()
      .max(Math.ceil(maxLogoBytes / 3) * 4, {
        error: settingError('large_logo', { most: maxLogoBytes / 1000 }),
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
              error: settingError('long_search_key', { most: longestSearchKey }),
            }),
        )
        .max(mostSearchKeys, { error: settingError('many_search_keys', { most: mostSearchKeys }) }),
    ).nullable(),
  })
  .partial()
  .refine((values) => Object.values(values).some((value) => value !== undefined), {
    error: settingError('no_setting'),
  })
