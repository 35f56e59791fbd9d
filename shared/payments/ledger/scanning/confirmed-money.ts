import { readReceived } from '../../../chain/balances/read-received.ts'
import { TokenUnreadable } from '../../../chain/balances/token-unreadable.ts'
import { refuseContradiction } from '../../../chain/nodes/refuse-contradiction.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { confirmationsOf } from '../../../records/settings/rules/confirmations-of.ts'
import type { Settings } from '../../../records/settings/rules/settings.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { isSameAsset } from '../../checkout-sessions/rules/session-terms.ts'
import { refuseLedger } from '../rules/ledger-refusals.ts'
import { loadAddressMovements } from '../store/address-movements.ts'
import { receivedReading } from './count-money.ts'

/**
 * The confirmed amount of an asset that a session's address received, as the nodes report it now. Throws
 * `ChainUnavailable`, or `timed_out` if the nodes disagree.
 */
export async function confirmedMoney(
  { table, now, settings }: { table: Table; now: () => Date; settings: Settings },
  session: CheckoutSession,
  { client, tokenAddress }: { client: ChainClient; tokenAddress: string | null },
): Promise<bigint> {
  const { mode, id: sessionId, address } = session
  const { chainId, name } = client.chain
  const movements = await loadAddressMovements(table, { mode, sessionId })
  const [held] = await readReceived(client, {
    assets: [{ address, token: tokenAddress }],
    confirmations: confirmationsOf(settings, client.chain),
    now: now(),
  })
  if (!held) throw new TokenUnreadable(chainId, tokenAddress)
  const asset = { chainId, tokenAddress }
  const reading = receivedReading(
    held,
    movements.filter((movement) => isSameAsset(movement, asset)),
  )
  refuseContradiction(chainId, reading)
  if (!reading.agreed) throw refuseLedger('nodes_disagree', { name, chainId })
  return reading.confirmedBase
}
