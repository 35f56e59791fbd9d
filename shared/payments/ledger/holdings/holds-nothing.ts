import { balanceAt } from '../../../chain/balances/balance-at.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import { readChain } from '../../../chain/read-chain.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import {
  assetKey,
  candidatesOf,
  lastDeadline,
} from '../../checkout-sessions/rules/session-terms.ts'
import { loadCheckoutSession } from '../../checkout-sessions/store/sessions.ts'
import type { ScanDeps } from '../scanning/scan-session.ts'

type HoldsNothingDeps = Pick<ScanDeps, 'table' | 'now' | 'chain' | 'ask'>

/** The nodes take turns, so that one that hides money delays its detection and does not prevent it. */
const turnMs = 10_000

/**
 * Whether a scan of a session would find nothing, by one request for each coin that it may be paid in: it waits for its
 * first payment, and one node shows none. Nothing is decided by that. If the node doesn't respond, the scan has to say.
 */
export async function holdsNothing(
  deps: HoldsNothingDeps,
  { mode, sessionId }: { mode: Mode; sessionId: string },
): Promise<boolean> {
  const session = await loadCheckoutSession(deps.table, mode, sessionId)
  const now = deps.now()
  if (session?.status !== 'pending' || session.firstSeenAt || now > lastDeadline(session)) {
    return false
  }
  const coins = new Map(candidatesOf(session).map((terms) => [assetKey(terms), terms]))
  try {
    const held = await Promise.all([...coins.values()].map((terms) => heldNow(deps, terms)))
    return held.every((base) => base === 0n)
  } catch {
    return false
  }
}

async function heldNow(
  { chain, ask, now }: HoldsNothingDeps,
  { address, lock: { chainId, tokenAddress: token } }: CheckoutSession,
): Promise<bigint> {
  const turn = Math.floor(now().getTime() / turnMs)
  return ask(await chain(chainId), (client) =>
    readChain(client, () => balanceAt(nodeOfTurn(client, turn), { address, token }, 'latest')),
  )
}

function nodeOfTurn({ node, nodes }: ChainClient, turn: number): ChainClient['node'] {
  return nodes[turn % nodes.length] ?? node
}
