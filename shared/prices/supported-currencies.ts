import { ServiceError } from '../kernel/errors.ts'
import type { PriceVoters } from './price-voters.ts'

/** Codes of the fiat currencies that enough votes know, sorted: others would never have an agreed rate. */
export function supportedCurrencies({ sources, minimumSources }: PriceVoters): string[] {
  const votesOf = (currency: string) =>
    new Set(sources.filter((s) => s.currencies.includes(currency)).map(({ vote }) => vote)).size
  const known = sources.flatMap(({ currencies }) => currencies)
  const agreed = known.filter((currency) => votesOf(currency) >= minimumSources)
  return [...new Set(['USD', ...agreed])].sort()
}

/** Throws `unsupported_currency`, which names the caller's field and what may stand there. */
export function requireSupportedCurrency(
  supported: readonly string[],
  { currency, param }: { currency: string; param: string },
): void {
  if (supported.includes(currency)) return
  throw new ServiceError(
    'unsupported_currency',
    `${param} asks for ${currency}, which has no exchange rate here; supported: ${supported.join(', ')}.`,
    { param },
  )
}
