import * as z from 'zod'
import { isLocalUrl } from '../../payment-links/rules/redirect-urls.ts'
import { currencies } from '../../prices/rules/currencies.ts'
import type { ErrorCode } from '../errors.ts'
import { parseDecimal } from '../money.ts'

/** Parameters of a refinement whose failure has an error code of its own. */
export function failsWith(code: ErrorCode): { params: { code: ErrorCode } } {
  return { params: { code } }
}

export const timestamp = z.iso.datetime({ precision: 3 })

/** Ids are opaque to callers: a wrong one is not found rather than invalid. */
export const id = z.string().min(1).max(255)

/** Decimal text above zero, echoed as given. */
export const fiatAmount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,2})?$/, {
    error: 'must be a decimal string with at most 12 digits and 2 decimals, such as "25.00"',
    abort: true,
  })
  .refine((text) => parseDecimal(text, 2)?.units !== 0n, { error: 'must be above 0' })
  // Without look-ahead, which the regular expressions of some generators lack.
  .meta({ not: { pattern: '^0+(\\.0+)?$' }, examples: ['25.00'] })

export const fiatCurrency = z
  .string()
  .regex(/^[A-Z]{3}$/, {
    error: 'must be an ISO 4217 code of 3 capital letters, such as USD',
    abort: true,
  })
  .refine((code) => currencies.has(code), {
    error: 'must be a currency of ISO 4217',
    ...failsWith('unsupported_currency'),
  })
  .meta({ examples: ['USD'] })

export const chainId = z.int().positive()

export const assetSymbol = z.string().min(1).max(20)

const maxUrlLength = 2048

/** HTTPS; http on localhost is judged once the instance's own address is known (`refuseInsecureUrls`). */
export const url = z
  .string()
  .max(maxUrlLength)
  .refine(isPlainUrl, { error: 'must be an absolute URL that begins with https://' })
  .describe('An instance on localhost also accepts http://localhost.')
  .meta({ format: 'uri', pattern: '^https://' })

function isPlainUrl(text: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(text)) return false
  if (!/^https:\/\//i.test(text) && !isLocalUrl(text)) return false
  const parsed = URL.parse(text)
  return parsed !== null && parsed.username === '' && parsed.password === ''
}

const noEmail = { error: 'must be an email address such as ada@example.com, without spaces' }

/** Anything of the form something@domain: only the mail server of the domain knows which addresses work. */
export const email = z
  .string()
  .max(254)
  .regex(/^\S+@[^\s@]+$/, noEmail)
  .refine((text) => !/\p{Cc}/u.test(text), noEmail)
  .meta({ format: 'idn-email', examples: ['ada@example.com'] })

/** Of metadata, whoever adds them. */
export const maxPairs = 50

const finiteNumber = z.number({ error: 'must be a string or a finite number' })

/** Key/value data of the caller's own: at most 50 pairs. */
export const metadata = z
  .record(
    z
      .string()
      .min(1, { error: 'must have keys of 1 to 40 characters' })
      .max(40, { error: 'must have keys of 1 to 40 characters' }),
    z.union([z.string().max(500), finiteNumber], {
      error: 'must be a string or a finite number',
    }),
  )
  .refine((pairs) => Object.keys(pairs).length <= maxPairs, {
    error: `must have at most ${maxPairs} pairs`,
  })
  .meta({ id: 'MetadataInput', maxProperties: maxPairs })

/** The same as resources show it. */
export const storedMetadata = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .meta({ id: 'Metadata' })

/** 1 to 255 printable ASCII characters. */
export const idempotencyKey = z.string().regex(/^[\x20-\x7e]{1,255}$/)
