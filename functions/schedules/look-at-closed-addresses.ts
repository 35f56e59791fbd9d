import { openTable } from '../../shared/store/table.ts'
import { lookAtClosedAddresses } from '../../shared/use-cases/look-at-closed-addresses.ts'
import { config } from '../config.ts'
import { enabledChains } from '../deps/enabled-chains.ts'
import { workerHandler } from '../handlers/worker-handler.ts'
import { depositUnmatched, operatorAlerted } from '../log/session-news.ts'

const table = openTable(config('TABLE_NAME'))
const { clientsOf } = enabledChains()

/** Once a minute: the closed addresses that are due, on every enabled chain. */
export const handler = workerHandler(async (): Promise<{ looked: number }> => {
  const deps = {
    table,
    now: () => new Date(),
    chains: clientsOf,
    alert: operatorAlerted,
    onUnmatched: depositUnmatched,
  }
  return { looked: await lookAtClosedAddresses(deps) }
})
