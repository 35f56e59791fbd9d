import { chainById } from '../../shared/chain/chains.ts'
import { modes } from '../../shared/kernel/mode.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { listNetworks } from '../../shared/payments/networks/store/networks.ts'
import { StartupError } from './startup-error.ts'

/** The exact value that `REAL_MONEY` needs. */
export const realMoneyAccepted = 'one disk, an emulated table, and no promise'

/** Throws a `StartupError` if the folder has networks with real money and its owner hasn't accepted that. */
export async function refuseRealMoney(table: Table, isAccepted: boolean): Promise<void> {
  if (isAccepted) return
  const networks = (await Promise.all(modes.map((mode) => listNetworks(table, mode)))).flat()
  const names = networks
    .map(({ chainId }) => chainById(chainId))
    .flatMap((chain) => (chain?.network === 'mainnet' ? [chain.name] : []))
  if (names.length === 0) return
  throw new StartupError(
    `This folder has networks with real money (${names.join(', ')}). An instance on one machine is for play money: one disk can lose everything, and its table is an emulation of DynamoDB. For real money, deploy to AWS (docs/deploy.md). To start it all the same, set REAL_MONEY="${realMoneyAccepted}".`,
  )
}
