import { readHoldings } from '../../shared/chain/balances/read-holdings.ts'
import type { AskChain } from '../../shared/chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../shared/chain/open-chain.ts'
import { accountsAt } from '../../shared/payments/wallet/keys/wallet-accounts.ts'
import type { FoundMoney } from '../../shared/payments/wallet/search-deposit-addresses.ts'
import { gasIndex } from './recover.ts'
import type { Money, Outcome, RecoveredChain, SweepDeps } from './recovered-chain.ts'
import { type Searched, searchedPaths } from './searched-paths.ts'
import { drainCoin, sendToken } from './send-recovered.ts'

export type RecoverySweep = Searched & {
  clients: readonly ChainClient[]
  found: readonly FoundMoney[]
  /** Where everything goes. */
  to: `0x${string}`
}

/**
 * Sends what was found to one address: per chain, all tokens first, then all coin, and the gas wallet's last. One
 * transaction at a time, each waited for, so that repeating it after an interruption sends only what is left.
 */
export async function sweepRecovered(
  deps: SweepDeps,
  mnemonic: string,
  { mode, account, clients, found, to }: RecoverySweep,
): Promise<Outcome[]> {
  const accounts = accountsAt(mnemonic, searchedPaths({ mode, account }))
  try {
    const outcomes: Outcome[] = []
    for (const [chainId, nodes] of Map.groupBy(clients, ({ chain }) => chain.chainId)) {
      let left = found.filter((money) => money.chainId === chainId)
      const ordered = await bySight(deps.ask, nodes, left)
      for (const [place, client] of ordered.entries()) {
        const isLast = place === ordered.length - 1
        const note = (outcome: Outcome) => {
          if (!isLast && 'reason' in outcome) return
          outcomes.push(outcome)
          deps.onOutcome?.(outcome)
        }
        // A watch-only instance takes coin from another address for a payment, but not from the gas wallet.
        const rich = account === null ? richest(left) : []
        const chain = { client, accounts, to, rich }
        const own = await sweepOn({ ...deps, onOutcome: note }, chain, left)
        left = left.filter((money) => !own.some((one) => 'hash' in one && isOf(one, money)))
        if (left.length === 0) break
      }
    }
    return outcomes
  } finally {
    accounts.wipe()
  }
}

function isOf(outcome: Outcome, { index, asset }: FoundMoney): boolean {
  return outcome.index === index && outcome.asset.tokenAddress === asset.tokenAddress
}

/** The clients of a chain, first the one that sees most of the money: one that sees none of it can't send it. */
async function bySight(
  ask: AskChain,
  clients: readonly ChainClient[],
  found: readonly FoundMoney[],
): Promise<ChainClient[]> {
  const addresses = [...new Set(found.map(({ address }) => address))]
  const seen = await Promise.all(
    clients.map((client) =>
      ask(client, (own) => readHoldings(own, addresses)).then(
        ({ held }) => held.length,
        () => 0,
      ),
    ),
  )
  const sightOf = new Map(clients.map((client, place) => [client, seen[place] ?? 0]))
  return clients.toSorted((one, other) => (sightOf.get(other) ?? 0) - (sightOf.get(one) ?? 0))
}

function richest(found: readonly FoundMoney[]): number[] {
  const coins = found.filter(
    ({ index, asset }) => index !== gasIndex && asset.tokenAddress === null,
  )
  return coins.toSorted((a, b) => Number(b.amountBase - a.amountBase)).map(({ index }) => index)
}

async function sweepOn(
  deps: SweepDeps,
  chain: RecoveredChain,
  found: readonly FoundMoney[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const note = (outcome: Outcome) => {
    outcomes.push(outcome)
    deps.onOutcome?.(outcome)
  }
  // The gas wallet's own come last: its coin pays for those of others.
  const tokens = found
    .filter(({ asset }) => asset.tokenAddress !== null)
    .toSorted((one, other) => Number(one.index === gasIndex) - Number(other.index === gasIndex))
  for (const money of tokens)
    note({ ...money, ...(await attempt(() => sendToken(deps, chain, money))) })
  for (const money of coinsAfter(chain, found)) {
    const account = chain.accounts.depositAccount(money.index)
    note({ ...money, ...(await attempt(() => drainCoin(deps, chain, account))) })
  }
  const gas = await attempt(() => drainCoin(deps, chain, chain.accounts.gasAccount()))
  const hadMoney = found.some(({ index }) => index === gasIndex)
  if ('hash' in gas || hadMoney) note({ ...gasWalletOf(chain), ...gas })
  return outcomes
}

/** Coin that was found, and what top-ups left where tokens were. */
function coinsAfter({ client }: RecoveredChain, found: readonly FoundMoney[]): Money[] {
  const byIndex = new Map<number, Money>()
  const coin = { ...client.chain.native, tokenAddress: null }
  for (const money of found.filter(({ index }) => index !== gasIndex)) {
    const isCoin = money.asset.tokenAddress === null
    if (isCoin || !byIndex.has(money.index)) {
      byIndex.set(money.index, isCoin ? money : { ...money, asset: coin, amountBase: 0n })
    }
  }
  return [...byIndex.values()]
}

function gasWalletOf({ client, accounts }: RecoveredChain): Money {
  const { address } = accounts.gasAccount()
  const asset = { ...client.chain.native, tokenAddress: null }
  return { index: gasIndex, address, chainId: client.chain.chainId, asset, amountBase: 0n }
}

/** A chain that fails must not keep the money of others. */
async function attempt(
  send: () => Promise<{ hash: string } | { reason: string }>,
): Promise<{ hash: string } | { reason: string }> {
  try {
    return await send()
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}
