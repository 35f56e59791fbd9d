import * as z from 'zod'
import { fieldErrors } from '../../../kernel/wire/field-problem.ts'
import { credentialsSentences } from '../rules/integration-refusals.ts'
import type { OrderReport } from '../rules/order-report.ts'

export const credentialsError = fieldErrors(credentialsSentences)

/** An amount as some providers send it: a number, or a decimal as text. */
export const amountText = z.lazy(() => z.union([z.string(), z.number()]).transform(String))

/** An id, which may be a number. */
export const idText = z.lazy(() => z.union([z.string().min(1), z.number()]).transform(String))

export const evmAddress = z.lazy(() =>
  z.string().regex(/^0x[0-9a-fA-F]{40}$/, { error: credentialsError('no_wallet_address') }),
)

export const secret = z.lazy(() => z.string().trim().min(1).max(4096))

/** A multi-line key. */
export const pem = z.lazy(() => z.string().trim().min(1).max(4096))

/** A code of a coin or a network, such as `USDC`. */
export const code = z.lazy(() =>
  z.string().regex(/^[\w-]{1,40}$/, { error: credentialsError('no_code') }),
)

type Reported = string | null | undefined

/** Null unless both amount and currency are reported. */
export function paidIn(amount: Reported, currency: Reported): OrderReport['paid'] {
  return amount && currency ? { amount, currency } : null
}

/** The reported time; null for anything that isn't one. */
export function momentOf(text: string | number | null | undefined): Date | null {
  if (text === null || text === undefined) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}
