import { assetsOf, type ChainAsset } from '../chain/chains.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import { readReceived } from '../chain/read-received.ts'
import type { CheckoutSession } from '../domain/checkout-session.ts'
import type { Mode } from '../domain/mode.ts'
import { nextClosedLookAt, unmatchedPart } from '../domain/unmatched-deposit.ts'
import { closedSessionsDue, scheduleClosedLook } from '../store/closed-sessions.ts'
import type { Table } from '../store/table.ts'
import { loadTransfers } from '../store/transfers.ts'
import { loadUnmatchedDeposits, saveUnmatchedDeposit } from '../store/unmatched-deposits.ts'

export type LookAtClosedAddressesDeps = {
  table: Table
  now: () => Date
  /** Every enabled chain of a mode: a deposit address is the same on all of them. */
  chains: (mode: Mode) => readonly ChainClient[]
}

const addressesAtOnce = 400

/**
 * Looks at addresses whose session is over, on every enabled chain and in every asset, at their slower rhythm. Money
 * that no session counts becomes an unmatched deposit. A chain out of reach leaves the addresses due. Returns how many
 * were looked at.
 */
export async function lookAtClosedAddresses(deps: LookAtClosedAddressesDeps): Promise<number> {
  const sessions = await closedSessionsDue(deps.table, {
    until: deps.now(),
    limit: addressesAtOnce,
  })
  const byMode = Map.groupBy(sessions, ({ mode }) => mode)
  for (const [mode, group] of byMode) {
    await lookAt(deps, group, deps.chains(mode))
    for (const session of group) await scheduleNext(deps, session)
  }
  return sessions.length
}

/** The same for one session, on demand and at any age. */
export async function lookAtClosedAddress(
  deps: LookAtClosedAddressesDeps,
  session: CheckoutSession,
): Promise<void> {
  await lookAt(deps, [session], deps.chains(session.mode))
}

async function lookAt(
  deps: LookAtClosedAddressesDeps,
  sessions: readonly CheckoutSession[],
  chains: readonly ChainClient[],
): Promise<void> {
  for (const client of chains) {
    const assets = assetsOf(client.chain)
    const held = sessions.flatMap((session) => assets.map((asset) => ({ session, asset })))
    const { balances } = await readReceived(client, {
      assets: held.map(({ session, asset }) => ({
        address: session.address,
        token: asset.tokenAddress,
      })),
      confirmations: 1,
    })
    for (const [index, { session, asset }] of held.entries()) {
      const balanceBase = balances[index]?.headBase ?? 0n
      if (balanceBase > 0n) await note(deps, session, { client, asset, balanceBase })
    }
  }
}

type Holding = { client: ChainClient; asset: ChainAsset; balanceBase: bigint }

async function note(
  { table, now }: LookAtClosedAddressesDeps,
  session: CheckoutSession,
  { client, asset, balanceBase }: Holding,
): Promise<void> {
  const { chainId } = client.chain
  const { symbol, tokenAddress, decimals } = asset
  const key = { mode: session.mode, sessionId: session.id }
  const [transfers, known] = await Promise.all([
    loadTransfers(table, key),
    loadUnmatchedDeposits(table, key),
  ])
  const held = { chainId, tokenAddress, balanceBase }
  const { amountBase, reason } = unmatchedPart(session, transfers, held)
  const before = known.find((d) => d.chainId === chainId && d.tokenAddress === tokenAddress)
  if (amountBase === (before?.amountBase ?? 0n)) return
  const { address } = session
  const deposit = { ...key, address, chainId, symbol, tokenAddress, decimals, amountBase, reason }
  await saveUnmatchedDeposit(table, { ...deposit, seenAt: now() })
}

async function scheduleNext(
  { table, now }: LookAtClosedAddressesDeps,
  session: CheckoutSession,
): Promise<void> {
  if (!session.closedAt) return
  await scheduleClosedLook(table, session, nextClosedLookAt(session.closedAt, now()))
}
