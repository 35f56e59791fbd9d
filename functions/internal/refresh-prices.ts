import { modes } from '../../shared/kernel/mode.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { describeError } from '../../shared/log/describe-error.ts'
import { redact } from '../../shared/log/redact.ts'
import { chainClients } from '../../shared/payments/networks/chain-clients.ts'
import { type PriceRefreshed, priceRefresh } from '../../shared/records/prices/price-refresh.ts'
import { refreshPrices, refreshPricesDeps } from '../../shared/records/prices/refresh-prices.ts'
import { workerFunction } from '../pipelines/worker-function.ts'

/** Reads the price sources and stores what they agree on, for functions that may do neither. */
export function serve(config: Config) {
  const table = openTable(config('TABLE_NAME'))
  const { clients } = chainClients(config, table)
  return workerFunction(async (event: unknown): Promise<PriceRefreshed> => {
    const { pairs } = priceRefresh.parse(event)
    // Prices are those of real markets for both modes, so the feeds of either mode's chains count.
    const chains = (await Promise.all(modes.map(clients))).flat()
    const deps = refreshPricesDeps(chains, { table, now: () => new Date() })
    return { failures: (await refreshPrices(deps, pairs)).map(reasonOf) }
  })
}

function reasonOf(failure: unknown): string {
  const { message, cause } = describeError(failure)
  return redact([message, cause?.message].filter(Boolean).join(': '))
}
