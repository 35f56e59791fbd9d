import { invokingFunctions } from '../../aws/invoke-function.ts'
import type { Config } from '../../kernel/operation/config.ts'
import type { PriceDeps } from './current-prices.ts'
import { type PriceRefresh, priceRefreshed } from './price-refresh.ts'

/** Has `refresh-prices` read the sources. If that fails, the last known prices are used while they are good. */
export function priceRefresher(config: Config): PriceDeps['refresh'] {
  const invoke = invokingFunctions(config)
  return async (pairs) => {
    const request: PriceRefresh = { pairs: [...pairs] }
    try {
      const reply = await invoke(config('REFRESH_PRICES_FUNCTION'), request)
      return priceRefreshed.parse(reply).failures.map((reason) => new Error(reason))
    } catch (error) {
      return [error]
    }
  }
}
