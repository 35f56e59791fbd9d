import { setImmediate } from 'node:timers/promises'
import { type Holdings, readHoldings } from '../../chain/balances/read-holdings.ts'
import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import type { ChainAsset } from '../../chain/chains.ts'
import type { AskChain } from '../../chain/nodes/ask-chain.ts'
import { usableNodes } from '../../chain/nodes/usable-nodes.ts'
import type { ChainClient } from '../../chain/open-chain.ts'

export type SearchDeps = { ask: AskChain; now: () => Date }

export type FoundMoney = {
  index: number
  address: string
  chainId: number
  asset: ChainAsset
  amountBase: bigint
}

/** Balances that a search could not read: they are unknown, not zero. */
export type Unread = {
  chainId: number
  chain: string
  /** The first index that was not read. */
  from: number
  reason: string
}

/** One step of a search, covering some more indices. */
export type Searched = {
  found: FoundMoney[]
  unread: Unread[]
  /** The index after the last one that was read. */
  next: number
  /** The chains that the next step reads. */
  chains: readonly ChainClient[]
}

/** Returns the addresses that held something before and no longer do. */
export type FindEmptied = (
  client: ChainClient,
  addresses: readonly string[],
) => Promise<{ address: string; asset: ChainAsset }[]>

export type SearchRange = {
  clients: readonly ChainClient[]
  addressAt: (index: number) => string
  from: number
  /** Called before each step, so a search can be extended by its results. */
  until: () => number
  /** Finds addresses beside those that hold something, with an amount of 0. By default, none. */
  findEmptied?: FindEmptied | undefined
}

const indicesPerStep = 1000

/** Removes repetitions: a token that fails does so at every step. */
export function onceEach(unread: readonly Unread[]): Unread[] {
  const byReason = Map.groupBy(unread, ({ chainId, reason }) => `${chainId} ${reason}`)
  return [...byReason.values()].flatMap(([first]) => first ?? [])
}

/**
 * Reads what the deposit addresses of a range hold on all these chains, step by step. A chain that gives no response is
 * not asked again, and the search ends when none is left. Addresses are derived only while a chain responds.
 */
export async function* searchDepositAddresses(
  { ask, now }: SearchDeps,
  { clients, addressAt, from, until, findEmptied }: SearchRange,
): AsyncGenerator<Searched> {
  const opening = await onEach(clients, from, (client) =>
    ask(client, (own) => usableNodes(own, { now: now() })),
  )
  let chains = opening.results.map(({ result }) => result)
  yield { found: [], unread: opening.unread, next: from, chains }
  for (let next = from; chains.length > 0 && next < until(); ) {
    const count = Math.min(indicesPerStep, until() - next)
    const first = next
    const addresses = await derived(addressAt, first, count)
    const { results, unread } = await onEach(chains, next, (client) =>
      ask(client, (own) => readHoldings(own, addresses)),
    )
    chains = results.map(({ client }) => client)
    const emptied = await onEach(findEmptied ? chains : [], next, (client) =>
      ask(client, async (own) => (await findEmptied?.(own, addresses)) ?? []),
    )
    const at = (address: string) => first + addresses.indexOf(address)
    const held = results.flatMap(({ client, result }) => moneyOn(client, result.held, at))
    const swept = emptied.results.flatMap(({ client, result }) =>
      moneyOn(client, result.map(withNothing), at).filter((one) => !held.some(isSame(one))),
    )
    const unreadable = results.flatMap(({ client, result }) => unreadTokens(client, first, result))
    next += count
    const allUnread = [...unread, ...unreadable, ...emptied.unread]
    yield { found: [...held, ...swept], unread: allUnread, next, chains }
  }
}

type Found = Pick<FoundMoney, 'address' | 'asset' | 'amountBase'>

function moneyOn(
  { chain: { chainId } }: ChainClient,
  found: readonly Found[],
  indexOf: (address: string) => number,
): FoundMoney[] {
  return found.map((one) => ({ index: indexOf(one.address), chainId, ...one }))
}

function withNothing(of: Omit<Found, 'amountBase'>): Found {
  return { ...of, amountBase: 0n }
}

function isSame(one: FoundMoney) {
  return ({ index, chainId }: FoundMoney) => index === one.index && chainId === one.chainId
}

/** Deriving one takes milliseconds, so it yields to the event loop in between. */
async function derived(
  addressAt: (index: number) => string,
  first: number,
  count: number,
): Promise<string[]> {
  const addresses: string[] = []
  for (let step = 0; step < count; step += 1) {
    if (step % 20 === 0) await setImmediate()
    addresses.push(addressAt(first + step))
  }
  return addresses
}

type OnEach<Result> = {
  results: { client: ChainClient; result: Result }[]
  unread: Unread[]
}

async function onEach<Result>(
  clients: readonly ChainClient[],
  from: number,
  work: (client: ChainClient) => Promise<Result>,
): Promise<OnEach<Result>> {
  const results: OnEach<Result>['results'] = []
  const unread: Unread[] = []
  const each = clients.map(async (client) => {
    try {
      results.push({ client, result: await work(client) })
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error
      unread.push(unreadFrom(client, from, error.message))
    }
  })
  await Promise.all(each)
  return { results, unread }
}

function unreadTokens(client: ChainClient, from: number, { unreadable }: Holdings): Unread[] {
  return unreadable.map((symbol) => unreadFrom(client, from, `${symbol} returned no balance`))
}

export function unreadFrom({ chain }: ChainClient, from: number, reason: string): Unread {
  return { chainId: chain.chainId, chain: chain.name, from, reason }
}
