import { blockAtOrAfter } from '../../chain/blocks/block-at-or-after.ts'
import type { BlockRef } from '../../chain/blocks/read-block.ts'
import { readConfirmedBlock } from '../../chain/blocks/read-confirmed-block.ts'
import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { withDepth } from '../../chain/with-depth.ts'
import { eachAtOnce } from '../../kernel/each-at-once.ts'
import type { Mode } from '../../kernel/mode.ts'
import { larger, smaller } from '../../kernel/money.ts'
import type { UnreadableRow } from '../../kernel/store/unreadable-rows.ts'
import type { PayoutWallet } from '../payout-wallets/rules/payout-wallet.ts'
import { listPayoutWallets } from '../payout-wallets/store/payout-wallets.ts'
import { type OutgoingPayment, outgoingPayments, paymentName } from './chain/outgoing-payments.ts'
import { paymentsOf } from './chain/payments-of.ts'
import type { FindRefundsServices } from './find-refunds-services.ts'
import { recheckRefund } from './recheck-refund.ts'
import type { Refund } from './rules/refund.ts'
import { saveSent } from './save-sent.ts'
import { dueRefunds, noteSearched } from './store/refunds.ts'

/** The progress of a search is saved after this many further blocks. */
const savedBlocks = 250n
const atOnce = 5
/** Sent refunds that are checked in a round, the oldest first: they leave the list once they are confirmed. */
const mostSent = 100
/** Wallets beside the payout wallet that are searched in a round, in turn: naming a busy wallet delays nobody else. */
const mostWallets = 10

type Round = { changed: number; unread: UnreadableRow[] }

/**
 * One round over the refunds of a mode that have an address: looks for their transfers on the chain, and confirms those
 * that were found. A chain that fails stops no other one.
 */
export async function findSentRefunds(services: FindRefundsServices, mode: Mode): Promise<Round> {
  const unread: UnreadableRow[] = []
  const refunds = await dueRefunds(services.table, mode, (error) => void unread.push(error))
  if (refunds.length === 0) return { changed: 0, unread }
  const [clients, wallets] = await Promise.all([
    services.chains(mode),
    listPayoutWallets(services.table, mode),
  ])
  const changed = await Promise.all(
    clients.map((client) => {
      const { chainId } = client.chain
      const own = refunds.filter((refund) => refund.chainId === chainId)
      const wallet = wallets.find((each) => each.chainId === chainId)
      return own.length === 0 ? 0 : onChain(services, { client, refunds: own, wallet })
    }),
  )
  return { changed: changed.reduce((sum, count) => sum + count, 0), unread }
}

type OnChain = {
  client: ChainClient
  refunds: readonly Refund[]
  wallet: PayoutWallet | undefined
}

/** Each wallet is searched apart, and each refund that was sent looked at apart: what fails of one stops no other. */
async function onChain(services: FindRefundsServices, { client, refunds, wallet }: OnChain) {
  const { now, onFailure } = services
  let changed = 0
  const unlessUnavailable = async (work: () => Promise<number>) => {
    try {
      changed += await work()
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error
      onFailure(error)
    }
  }
  const ready = refunds.filter(({ status }) => status === 'ready')
  const byWallet = Map.groupBy(ready, ({ sender }) => sender?.toLowerCase() ?? null)
  const ofPayouts = byWallet.get(null) ?? []
  const senders = wallet ? addressesOf(wallet) : []
  if (ofPayouts.length > 0 && senders.length > 0) {
    await unlessUnavailable(() => search(services, { client, refunds: ofPayouts, senders }))
  }
  const named = [...byWallet].flatMap(([sender, own]) => (sender === null ? [] : [{ sender, own }]))
  await eachAtOnce(inTurn(named, now()).slice(0, mostWallets), atOnce, ({ sender, own }) =>
    unlessUnavailable(() => search(services, { client, refunds: own, senders: [sender] })),
  )
  const sent = refunds.filter(({ status }) => status === 'sent')
  await eachAtOnce(sent.slice(0, mostSent), atOnce, (refund) =>
    unlessUnavailable(async () => Number(await recheckRefund(services, client, refund))),
  )
  return changed
}

/** Rotates the items, so that each minute another one is the first. */
function inTurn<Item>(items: readonly Item[], now: Date): Item[] {
  const first = items.length === 0 ? 0 : Math.floor(now.getTime() / 60_000) % items.length
  return [...items.slice(first), ...items.slice(0, first)]
}

/** The recent addresses of the payout wallet. */
function addressesOf({ current, next, former }: PayoutWallet): string[] {
  return [current.address, ...(next ? [next.address] : []), ...former].map((address) =>
    address.toLowerCase(),
  )
}

type Search = Pick<OnChain, 'client' | 'refunds'> & { senders: readonly string[] }

/** From the first block that one of them was not searched in. */
async function search(
  services: FindRefundsServices,
  { client, refunds, senders }: Search,
): Promise<number> {
  const { ask, now, mostBlocks } = services
  const [head, confirmed] = await ask(client, (limited) =>
    Promise.all([
      readConfirmedBlock(withDepth(limited, 1), { now: now() }),
      readConfirmedBlock(limited, { now: now() }),
    ]),
  )
  const starts = await ask(client, (limited) => startsOf(limited, refunds, head))
  const fromBlock = [...starts.values()].reduce(smaller)
  if (fromBlock > head.number) return 0
  const toBlock = smaller(head.number, fromBlock + mostBlocks - 1n)
  const outgoing = await ask(client, (limited) =>
    outgoingPayments(limited, { senders, refunds }, { fromBlock, toBlock }),
  )
  const { found, isComplete } = await bind(services, { client, refunds, senders, starts }, outgoing)
  // What could not be read is searched again.
  const done = isComplete ? smaller(toBlock, confirmed.number) : fromBlock - 1n
  const waiting = refunds.filter(({ id }) => !found.has(id))
  await eachAtOnce(waiting, atOnce, async (refund) => {
    const before = (starts.get(refund.id) ?? fromBlock) - 1n
    const reached = larger(before, done)
    const isFar = reached - before >= (toBlock < head.number ? 1n : savedBlocks)
    if (refund.searchedTo === null || isFar) await noteSearched(services.table, refund, reached)
  })
  return found.size
}

/** The first block to search for each of the refunds. */
async function startsOf(
  client: ChainClient,
  refunds: readonly Refund[],
  head: BlockRef,
): Promise<Map<string, bigint>> {
  const starts = new Map<string, bigint>()
  await eachAtOnce(refunds, atOnce, async ({ id, searchedTo, readyAt, createdAt }) => {
    const start =
      searchedTo === null
        ? await blockAtOrAfter(client, wholeSecond(readyAt ?? createdAt), head.number)
        : searchedTo + 1n
    starts.set(id, start)
  })
  return starts
}

/** Blocks have whole seconds. */
function wholeSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000)
}

type Binding = Search & { starts: ReadonlyMap<string, bigint> }

type Bound = { found: Set<string>; isComplete: boolean }

/** Binds transfers to refunds. Of two equal refunds to one address, the older takes the earlier transfer. */
async function bind(
  services: FindRefundsServices,
  binding: Binding,
  outgoing: readonly OutgoingPayment[],
): Promise<Bound> {
  const found = new Set<string>()
  let isComplete = true
  const oldestFirst = binding.refunds.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const named = Map.groupBy(oldestFirst, paymentName)
  for (const { txHash, payment } of outgoing) {
    const waiting = (named.get(payment) ?? []).filter(({ id }) => !found.has(id))
    try {
      const bound = await bindFirst(services, binding, { waiting, hash: txHash })
      if (bound) found.add(bound.id)
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error
      services.onFailure(error)
      isComplete = false
    }
  }
  return { found, isComplete }
}

/** Binds a transaction to the first of these refunds that it pays and that it may be bound to. */
async function bindFirst(
  services: FindRefundsServices,
  { client, senders, starts }: Binding,
  { waiting, hash }: { waiting: readonly Refund[]; hash: string },
): Promise<Refund | undefined> {
  for (const refund of waiting) {
    const since = refund.readyAt ?? refund.createdAt
    const paid = await services.ask(client, (limited) =>
      paymentsOf(limited, refund, { hash, since }),
    )
    if (!('payments' in paid)) continue
    const first = starts.get(refund.id) ?? 0n
    const own = paid.payments.filter(
      ({ transfer: { from, blockNumber } }) =>
        senders.includes(from.toLowerCase()) && blockNumber >= first,
    )
    if (own.length > 0 && (await saveSent(services, refund, own))) return refund
  }
  return undefined
}
