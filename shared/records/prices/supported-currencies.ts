import type { PriceVoters } from './price-voters.ts'
import { refusePrice } from './rules/price-refusals.ts'

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
  const values = { param, currency, currencies: supported.join(', ') }
  throw refusePrice('no_exchange_rate', values, { param })
}
