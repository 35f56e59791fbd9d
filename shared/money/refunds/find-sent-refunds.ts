import { blockAtOrAfter } from '../../chain/blocks/block-at-or-after.ts'
import type { BlockRef } from '../../chain/blocks/read-block.ts'
import { readConfirmedBlock } from '../../chain/blocks/read-confirmed-block.ts'
import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { withDepth } from '../../chain/with-depth.ts'
import { eachAtOnce } from '../../kernel/each-at-once.ts'
import type { Mode } from '../../kernel/mode.ts'
import { smaller } from '../../kernel/money.ts'
import type { UnreadableRow } from '../../kernel/store/unreadable-rows.ts'
import type { PayoutWallet } from '../payout-wallets/rules/payout-wallet.ts'
import { listPayoutWallets } from '../payout-wallets/store/payout-wallets.ts'
import { type OutgoingPayment, outgoingPayments, paymentName } from './chain/outgoing-payments.ts'
import { paymentsOf } from './chain/payments-of.ts'
import type { FindRefundsServices } from './find-refunds-services.ts'
import { recheckRefund } from './recheck-refund.ts'
import type { Refund, RefundTransfer } from './rules/refund.ts'
import { saveSent } from './save-sent.ts'
import { dueRefunds, noteSearched } from './store/refunds.ts'

/** How far a search has got is saved when it has got this much further. */
const savedBlocks = 250n
const atOnce = 5

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

async function onChain(services: FindRefundsServices, { client, refunds, wallet }: OnChain) {
  let changed = 0
  try {
    const sent = refunds.filter(({ status }) => status === 'sent')
    await eachAtOnce(sent, atOnce, async (refund) => {
      if (await recheckRefund(services, client, refund)) changed += 1
    })
    const ready = refunds.filter(({ status }) => status === 'ready')
    if (ready.length > 0) changed += await search(services, { client, refunds: ready, wallet })
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    services.onFailure(error)
  }
  return changed
}

/** From the first block that one of them was not searched in. */
async function search(services: FindRefundsServices, { client, refunds, wallet }: OnChain) {
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
  const senders = refunds.flatMap((refund) => sendersOf(refund, wallet))
  const outgoing = await ask(client, (limited) =>
    outgoingPayments(limited, { senders: [...new Set(senders)], refunds }, { fromBlock, toBlock }),
  )
  const found = await bind(services, { client, refunds, wallet, starts }, outgoing)
  const done = smaller(toBlock, confirmed.number)
  const waiting = refunds.filter(({ id }) => !found.has(id))
  await eachAtOnce(waiting, atOnce, async (refund) => {
    const start = starts.get(refund.id) ?? fromBlock
    const isFar = done - start >= savedBlocks || toBlock < head.number
    if (done >= start && isFar) await noteSearched(services.table, refund, done)
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

/** The payout wallet's addresses of late, and the one that the merchant named. */
function sendersOf({ sender }: Refund, wallet: PayoutWallet | undefined): string[] {
  const own = wallet
    ? [wallet.current.address, wallet.next?.address ?? [], wallet.former].flat()
    : []
  return [...own, ...(sender === null ? [] : [sender])].map((address) => address.toLowerCase())
}

type Binding = OnChain & { starts: ReadonlyMap<string, bigint> }

/** Binds what was paid. Of two equal refunds to one address, the older takes the earlier transfer. */
async function bind(
  services: FindRefundsServices,
  binding: Binding,
  outgoing: readonly OutgoingPayment[],
): Promise<Set<string>> {
  const found = new Set<string>()
  const oldestFirst = binding.refunds.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const named = Map.groupBy(oldestFirst, paymentName)
  for (const { txHash, payment } of outgoing) {
    const waiting = (named.get(payment) ?? []).filter(({ id }) => !found.has(id))
    for (const refund of waiting) {
      const payments = await paymentsBySenders(services, binding, { refund, hash: txHash })
      if (payments.length === 0 || !(await saveSent(services, refund, payments))) continue
      found.add(refund.id)
      break
    }
  }
  return found
}

/** Those of a transaction, as nodes of two operators have it. */
async function paymentsBySenders(
  { ask }: FindRefundsServices,
  { client, wallet, starts }: Binding,
  { refund, hash }: { refund: Refund; hash: string },
): Promise<RefundTransfer[]> {
  const since = refund.readyAt ?? refund.createdAt
  const found = await ask(client, (limited) => paymentsOf(limited, refund, { hash, since }))
  if (!('payments' in found)) return []
  const first = starts.get(refund.id) ?? 0n
  const senders = sendersOf(refund, wallet)
  return found.payments.filter(
    ({ from, blockNumber }) => senders.includes(from.toLowerCase()) && blockNumber >= first,
  )
}
