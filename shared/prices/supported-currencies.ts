import { ServiceError } from '../domain/errors.ts'
import type { PriceSource } from './price-source.ts'

type Sources = {
  sources: readonly Pick<PriceSource, 'currencies'>[]
  minimumSources: number
}

/** Codes of the fiat currencies that enough sources know, sorted: others would never have an agreed rate. */
export function supportedCurrencies({ sources, minimumSources }: Sources): string[] {
  const known = Map.groupBy(
    sources.flatMap((source) => source.currencies),
    (c) => c,
  )
  const agreed = [...known].flatMap(([c, { length }]) => (length >= minimumSources ? c : []))
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
