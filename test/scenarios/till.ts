import { erc20Abi } from 'viem'
import { expect, onTestFinished } from 'vitest'
import * as z from 'zod'
import { callNode } from '../../infra/local/chains/call-node.ts'
import { type ChainClient, openChain } from '../../shared/chain/open-chain.ts'
import { runChooseAsset } from '../../shared/checkout-sessions/choose-asset.ts'
import { recheckPayment } from '../../shared/checkout-sessions/recheck-payment.ts'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import {
  loadCheckoutSession,
  sessionCreation,
} from '../../shared/checkout-sessions/store/sessions.ts'
import {
  type StartTimer,
  type WatchDeps,
  watchSession,
} from '../../shared/checkout-sessions/watch-session.ts'
import { eventsOfSession } from '../../shared/events/store/events.ts'
import { newId } from '../../shared/kernel/ids.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import {
  type CheckClosedSessionDeps,
  checkClosedSession,
} from '../../shared/ledger/check-closed-session.ts'
import { reconcile } from '../../shared/ledger/reconcile.ts'
import { scanClosedAddresses } from '../../shared/ledger/scan-closed-addresses.ts'
import { scanSession } from '../../shared/ledger/scan-session.ts'
import { closedAddressCreation } from '../../shared/ledger/store/closed-addresses.ts'
import { loadTransfers } from '../../shared/ledger/store/transfers.ts'
import { pageUnmatchedDeposits } from '../../shared/ledger/store/unmatched-deposits.ts'
import type { Settings } from '../../shared/settings/rules/settings.ts'
import { askDirectly, blockSeconds, startTestChain } from '../chain-fixture.ts'
import { aSession, someSettings } from '../factories.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { startTestTable } from '../test-table.ts'
import { visit } from '../visit.ts'

export type Address = `0x${string}`

/** A till that goes away with the test. */
export async function openTill(): Promise<Till> {
  const till = await startTill()
  onTestFinished(till.stop)
  return till
}

/**
 * The payment engine on a real node and a real table, with a clock that the test sets. Each session has an address of
 * its own, so the tests of a file may share one till; whoever starts it stops it.
 */
export async function startTill({ settings = {} }: { settings?: Partial<Settings> } = {}) {
  const [chain, { table, stop: stopTable }] = await Promise.all([
    startTestChain(),
    startTestTable(),
  ])
  // The contracts are older than anything that is confirmed.
  await chain.mine(3)
  const randomBytes = seededBytes('till')
  const started: string[] = []
  const alerts: string[] = []
  const timers: { sessionId: string; at: Date; lap: number }[] = []
  const startTimer: StartTimer = async ({ sessionId }, timer) => {
    timers.push({ sessionId, ...timer })
  }
  const row = { ...chain.chain, blockTimeMs: blockSeconds * 1000 }
  const through = (...rpcUrls: readonly string[]) => openChain({ chain: row, rpcUrls })
  let client = through(chain.proxy.rpcUrl)
  const others = new Map<number, ChainClient>()
  let ethUsd = '2500'
  let now = (await chain.node.getBlock()).timestamp
  const clock = () => new Date(Number(now) * 1000)
  const deps: WatchDeps = {
    table,
    now: clock,
    randomBytes,
    settings: async () => someSettings(settings),
    chain: (chainId) => others.get(chainId) ?? client,
    ask: askDirectly,
    blockTimeMs: () => row.blockTimeMs,
    enqueueDeliveries: async () => undefined,
    startConfirmation: async ({ id }) => {
      started.push(id)
    },
  }
  const looking = (beside: readonly ChainClient[]): CheckClosedSessionDeps => ({
    ...deps,
    chains: () => [client, ...others.values(), ...beside],
    alert: ({ message }) => alerts.push(message),
  })
  const choosing = {
    ...deps,
    enabledChains: () => [row, ...[...others.values()].map((other) => other.chain)],
    withheldStablecoins: async () => new Set<string>(),
    assetPrice: async ({ symbol }: { symbol: string }) => ({
      unitPriceUsd: symbol === 'ETH' ? ethUsd : '1',
      fiatUsd: '1',
      ethPriceUsd: ethUsd,
    }),
  }
  let addresses = 0
  const newSession = (changes: Partial<CheckoutSession>): CheckoutSession => {
    const createdAt = clock()
    const at = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000)
    addresses += 1
    const expiresAt = changes.expiresAt ?? at(300)
    return aSession({
      id: newId('checkoutSession', createdAt, randomBytes),
      address: addressOf(addresses),
      createdAt,
      updatedAt: createdAt,
      expiresAt,
      lateUntil: at(900),
      ...changes,
      lock: { ...(changes.lock ?? aSession().lock), expiresAt },
    })
  }
  const till = {
    chain,
    deps,
    table,
    /** Sessions whose confirmation loop was started. */
    started,
    clock,
    async openSession(changes: Partial<CheckoutSession> = {}): Promise<CheckoutSession> {
      const session = newSession(changes)
      const closing = session.closedAt ? [closedAddressCreation(session)] : []
      await transact(table, [sessionCreation(session, session.expiresAt), ...closing])
      return session
    },
    /** Many at once, each changed by its index. */
    async openSessions(
      count: number,
      changesAt: (index: number) => Partial<CheckoutSession>,
    ): Promise<CheckoutSession[]> {
      const sessions = Array.from({ length: count }, (_, index) => newSession(changesAt(index)))
      for (let start = 0; start < count; start += 100) {
        const batch = sessions.slice(start, start + 100)
        await transact(
          table,
          batch.map((session) => sessionCreation(session, session.expiresAt)),
        )
      }
      return sessions
    },
    /** Sends coin from the node's own account; it is in the next block. */
    pay: ({ address }: CheckoutSession, value: bigint) => chain.send({ to: hex(address), value }),
    payUsdc: ({ address }: CheckoutSession, value: bigint) => chain.payUsdc(hex(address), value),
    /** Mines blocks, ten seconds apart, and moves our clock to the head's time. */
    async mine(blocks = 1): Promise<void> {
      await chain.mine(blocks)
      now = (await chain.node.getBlock()).timestamp
    },
    /** Mines one block, so many seconds after the newest. */
    async mineAfter(seconds: number): Promise<void> {
      const { timestamp } = await chain.node.getBlock()
      await chain.node.setNextBlockTimestamp({ timestamp: timestamp + BigInt(seconds) })
      await till.mine()
    },
    /**
     * Replaces the newest blocks by as many new ones; their transactions are gone, but for the signed ones given here,
     * each with the index of its new block.
     */
    async reorganise(
      depth: number,
      transactions: readonly (readonly [string, number])[] = [],
    ): Promise<void> {
      const params = [depth, transactions]
      await callNode(chain.rpcUrl, { method: 'anvil_reorg', params }, z.unknown())
    },
    /** What the address holds after a block of the session's asset, or of another, by the node's own word. */
    async balanceAt(
      { address, lock }: CheckoutSession,
      blockNumber: bigint,
      { tokenAddress }: Pick<CheckoutSession['lock'], 'tokenAddress'> = lock,
    ): Promise<bigint> {
      const { node } = chain
      if (!tokenAddress) return node.getBalance({ address: hex(address), blockNumber })
      const contract = { address: hex(tokenAddress), abi: erc20Abi, blockNumber }
      return node.readContract({ ...contract, functionName: 'balanceOf', args: [hex(address)] })
    },
    setClock(at: Date): void {
      now = BigInt(Math.floor(at.getTime() / 1000))
    },
    passSeconds(seconds: number): void {
      now += BigInt(seconds)
    },
    /** Offers another chain beside the till's own. */
    alsoOn(other: ChainClient): void {
      others.set(other.chain.chainId, other)
    },
    setEthPrice(usd: string): void {
      ethUsd = usd
    },
    /** What the customer's page shows after they chose a coin. */
    choose: (id: string, asset: string, chainId: number = row.chainId) =>
      visit(runChooseAsset, choosing, { id, body: { chainId, asset } }),
    /** Reads the chain through other nodes from now on; through the proxy again where none are named. */
    readThrough(...rpcUrls: readonly string[]): void {
      client = through(...(rpcUrls.length ? rpcUrls : [chain.proxy.rpcUrl]))
    },
    scan: ({ id, mode }: CheckoutSession, txHashes: readonly string[] = []) =>
      scanSession(deps, { mode, sessionId: id, txHashes }),
    watch: ({ id, mode }: CheckoutSession, phase: 'open' | 'grace', lap = 0) =>
      watchSession({ ...deps, startTimer }, { mode, sessionId: id, phase, lap }),
    /** Timers that followed on others. */
    timers,
    recheck: ({ id, mode }: CheckoutSession) => recheckPayment(deps, { mode, sessionId: id }),
    reconcile: () => reconcile(deps, { mode: 'test' }),
    /** Until the amount is judged: a re-check a minute, a block every ten seconds. */
    async settle(session: CheckoutSession): Promise<string | undefined> {
      for (let round = 0; round < 5; round++) {
        await till.mine(7)
        if ((await till.recheck(session)).decided) break
      }
      return till.statusOf(session)
    },
    /** What the operator was told of. */
    alerts,
    /** Those that are due, on the till's chain and on others that are enabled beside it. */
    lookAtClosed: (...others: readonly ChainClient[]) =>
      scanClosedAddresses(looking(others), { mode: 'test' }),
    /** One of them, as when an operator asks. */
    lookAgain: (session: CheckoutSession) => checkClosedSession(looking([]), session),
    unmatched: async () => {
      const { items } = await pageUnmatchedDeposits(table, 'test', { limit: 1_000 })
      return items.map(({ deposit }) => deposit)
    },
    transfersOf: ({ id, mode }: CheckoutSession) => loadTransfers(table, { mode, sessionId: id }),
    /** As last written. */
    async look({ id, mode }: CheckoutSession): Promise<CheckoutSession> {
      const session = await loadCheckoutSession(table, mode, id)
      expect(session, `session ${id}`).toBeDefined()
      return session ?? aSession()
    },
    statusOf: async (session: CheckoutSession): Promise<string> =>
      (await till.look(session)).status,
    /** Event types in the order of their sequence. */
    eventsOf: async ({ id, mode }: CheckoutSession) =>
      (await eventsOfSession(table, mode, id)).map((event) => event.type),
    stop: async () => {
      await Promise.all([chain.stop(), stopTable()])
    },
  }
  return till
}

export type Till = Awaited<ReturnType<typeof startTill>>

function addressOf(index: number): Address {
  return `0x${'c'.repeat(8)}${index.toString(16).padStart(32, '0')}`
}

export function hex(text: string): Address {
  expect(text).toMatch(/^0x/)
  return `0x${text.slice(2)}`
}
