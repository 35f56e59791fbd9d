import { readReceived } from '../../chain/balances/read-received.ts'
import { confirmedBlocksSince } from '../../chain/blocks/confirmed-blocks-since.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import type { BlockRange } from '../../chain/transfers/logs-in-halves.ts'
import { smaller } from '../../kernel/money.ts'
import { noteUnreadHolding, type UnreadRows } from '../../money/sweeps/planning/unread-rows.ts'
import { isListed } from '../../money/sweeps/sending/transactions/sweep-call.ts'
import { withConfirmations } from '../../money/sweeps/settling/with-confirmations.ts'
import type { SweepServices, SweptChain } from '../../money/sweeps/sweep-services.ts'
import { type Holding, isUncounted } from '../../payments/holdings/rules/holding.ts'
import { dueHoldings } from '../../payments/holdings/store/holdings.ts'
import { listGasWallets } from '../../payments/wallet/store/wallet-addresses.ts'
import { lostSweepsOn } from './lost-sweeps-on.ts'
import { noteLostMovements } from './note-lost-movements.ts'

type Services = Pick<SweepServices, 'table' | 'ask' | 'now' | 'settings'>

const pageSize = 200

/**
 * Notes on a chain of a watch-only instance the money that its owner has swept: transfers that are confirmed to have
 * left addresses with money waiting, as those addresses' own movements, so that later payments to them are
 * distinguished. Repeating it changes nothing. Throws `ChainUnavailable`.
 */
export async function noteOwnerSweeps(
  services: Services,
  { mode, client: enabled }: SweptChain,
  unread: UnreadRows,
): Promise<void> {
  const client = withConfirmations(enabled, await services.settings(mode))
  const { chainId } = client.chain
  const onUnreadable = noteUnreadHolding(unread)
  const waiting = { mode, chainId, before: null, pageSize, onUnreadable }
  for await (const page of dueHoldings(services.table, waiting)) {
    const listed = page.filter((holding) => isListed(client.chain, holding))
    await notePage(services, { mode, client }, listed)
  }
}

async function notePage(
  services: Services,
  { mode, client }: SweptChain,
  holdings: readonly Holding[],
): Promise<void> {
  if (holdings.length === 0) return
  const { table, now, ask } = services
  const { confirmations } = client.chain
  const assets = holdings.map(({ address, tokenAddress }) => ({ address, token: tokenAddress }))
  const readings = await ask(client, (limited) =>
    readReceived(limited, { assets, confirmations, now: now() }),
  )
  const lowered = holdings.flatMap((holding, index) => {
    const reading = readings[index]
    return reading?.agreed && isLower(holding, reading.confirmedBase) ? [holding] : []
  })
  const [first] = lowered
  if (!first) return
  const range = await ask(client, (limited) => blocksOf(services, limited, lowered))
  const gasWallets = (await listGasWallets(table, mode)).map(({ address }) => address)
  const addresses = new Map(lowered.map((holding) => [holding.address, holding]))
  const { movements } = await ask(client, (limited) =>
    lostSweepsOn(limited, [...addresses.values()], { range, gasWallets }),
  )
  await noteLostMovements(services, client, movements)
}

/** Money that arrived and was swept immediately has no balance that could be lower. */
function isLower(holding: Holding, confirmedBase: bigint): boolean {
  return isUncounted(holding) ? confirmedBase === 0n : confirmedBase < holding.balanceBase
}

/** Money is detected within this time. */
const marginMs = 600_000

/** The blocks since the balances were read, or since money was detected that hasn't been read yet. */
async function blocksOf(
  { now }: Services,
  client: ChainClient,
  holdings: readonly Holding[],
): Promise<BlockRange> {
  const unread = holdings.filter(isUncounted).map(({ dueSince }) => dueSince ?? now())
  const since = new Date(Math.min(...[now(), ...unread].map(Number)) - marginMs)
  const { fromBlock, toBlock } = await confirmedBlocksSince(client, since, { now: now() })
  const read = holdings.filter((holding) => !isUncounted(holding))
  const first = read.map(({ readAtBlock }) => readAtBlock + 1n)
  return { fromBlock: first.reduce(smaller, unread.length > 0 ? fromBlock : toBlock), toBlock }
}
