import { ServiceError } from '../../kernel/errors.ts'
import type { PriceVoters } from './price-voters.ts'

/** Codes of the fiat currencies with enough votes, sorted: others would never have an agreed rate. */
export function supportedCurrencies({ sources, minimumSources }: PriceVoters): string[] {
  const votesOf = (currency: string) =>
    new Set(sources.filter((s) => s.currencies.includes(currency)).map(({ vote }) => vote)).size
  const known = sources.flatMap(({ currencies }) => currencies)
  const agreed = known.filter((currency) => votesOf(currency) >= minimumSources)
  return [...new Set(['USD', ...agreed])].sort()
}

/** Throws `unsupported_currency` with the caller's field and the supported currencies. */
export function requireSupportedCurrency(
  supported: readonly string[],
  { currency, param }: { currency: string; param: string },
): void {
  if (supported.includes(currency)) return
  throw new ServiceError(
    'unsupported_currency',
    `${param} ${currency} has no exchange rate here. Use one of ${supported.join(', ')}.`,
    { param },
  )
}
