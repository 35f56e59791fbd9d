import { erc20Abi } from 'viem'
import { expect, onTestFinished } from 'vitest'
import * as z from 'zod'
import { callNode } from '../../infra/local/chains/call-node.ts'
import type { Chain, Token } from '../../shared/chain/chain.ts'
import type { AskChain } from '../../shared/chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../shared/chain/open-chain.ts'
import { newId } from '../../shared/kernel/ids.ts'
import { commit } from '../../shared/kernel/operation/commit.ts'
import { withoutKey } from '../../shared/kernel/operation/merchant-request.ts'
import { shardOf } from '../../shared/kernel/store/shards.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { chooseAsset } from '../../shared/merchant/checkout/choose-asset.ts'
import { expireCheckoutSession } from '../../shared/merchant/checkout/expire-checkout-session.ts'
import { recheckPayment } from '../../shared/merchant/checkout/recheck-payment.ts'
import {
  type StartTimer,
  type WatchDeps,
  watchSession,
} from '../../shared/merchant/checkout/watch-session.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import {
  loadCheckoutSession,
  sessionCreation,
} from '../../shared/payments/checkout-sessions/store/sessions.ts'
import {
  type CheckClosedSessionDeps,
  checkClosedSession,
} from '../../shared/payments/ledger/scanning/check-closed-session.ts'
import { reconcile } from '../../shared/payments/ledger/scanning/reconcile.ts'
import { scanClosedAddresses } from '../../shared/payments/ledger/scanning/scan-closed-addresses.ts'
import { scanSession } from '../../shared/payments/ledger/scanning/scan-session.ts'
import { closedAddressCreation } from '../../shared/payments/ledger/store/closed-addresses.ts'
import { loadTransfers } from '../../shared/payments/ledger/store/transfers.ts'
import { pageUnmatchedDeposits } from '../../shared/payments/ledger/store/unmatched-deposits.ts'
import { searchDueTokens } from '../../shared/payments/ledger/unlisted/search-due-tokens.ts'
import { eventsOfSession } from '../../shared/records/outbox/store/events.ts'
import type { Settings } from '../../shared/records/settings/rules/settings.ts'
import { settingsUpdate } from '../../shared/records/settings/store/settings.ts'
import { asFunctionOf } from '../as-function.ts'
import { askDirectly, blockSeconds, startTestChain } from '../chain-fixture.ts'
import { aSession, someSettings } from '../factories.ts'
import { firstTimerOf } from '../first-timer.ts'
import { openNodes } from '../open-nodes.ts'
import { runAsCustomer } from '../run-as-customer.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { startTestTable } from '../test-table.ts'

export type Address = `0x${string}`

/** By default, sessions are spread over shards here; in the tests of functions, there is one. */
const spread = { count: 3, before: 3, from: new Date(0).toISOString() }

type HarnessOptions = { settings?: Partial<Settings>; ask?: AskChain }

/** A harness that stops with its test. */
export async function engineHarness(options?: HarnessOptions): Promise<EngineHarness> {
  const engine = await startEngineHarness(options)
  onTestFinished(engine.stop)
  return engine
}

/**
 * The payment engine on a real node and a real table, with a clock that the test sets. Each session has its own
 * address, so the tests of a file may share one harness. Its caller stops it.
 */
export async function startEngineHarness({
  settings = {},
  ask = askDirectly,
}: HarnessOptions = {}) {
  const { indexShards = spread } = settings
  const [chain, { table, stop: stopTable }] = await Promise.all([
    startTestChain(),
    startTestTable(),
  ])
  await transact(table, [settingsUpdate('test', { indexShards })])
  // The contracts are older than any confirmed block.
  await chain.mine(3)
  const randomBytes = seededBytes('till')
  const started: string[] = []
  const alerts: string[] = []
  const timers: { sessionId: string; at: Date; lap: number }[] = []
  const startTimer: StartTimer = async ({ sessionId }, timer) => {
    timers.push({ sessionId, ...timer })
  }
  let row: Chain = { ...chain.chain, blockTimeMs: blockSeconds * 1000 }
  const through = (...rpcUrls: readonly string[]) => openNodes(row, rpcUrls)
  let client = through(chain.proxy.rpcUrl)
  const others = new Map<number, ChainClient>()
  let ethUsd = '2500'
  let tableName = table.name
  let now = (await chain.node.getBlock()).timestamp
  const clock = () => new Date(Number(now) * 1000)
  const deps: WatchDeps = {
    table,
    now: clock,
    randomBytes,
    settings: async () => someSettings({ ...settings, indexShards, tableName }),
    chain: async (chainId) => others.get(chainId) ?? client,
    ask,
    blockTimeMs: () => row.blockTimeMs,
    enqueueDeliveries: async () => undefined,
    startConfirmation: async ({ id }) => {
      started.push(id)
    },
  }
  const closedDeps = (beside: readonly ChainClient[]): CheckClosedSessionDeps => ({
    ...deps,
    chains: async () => [client, ...others.values(), ...beside],
    alert: ({ message }) => alerts.push(message),
  })
  const choiceDeps = {
    ...deps,
    enabledChains: async () => [row, ...[...others.values()].map((other) => other.chain)],
    withheldStablecoins: async () => new Set<string>(),
    firstTimer: firstTimerOf(({ id: sessionId }, at) => timers.push({ sessionId, at, lap: 0 })),
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
    const id = newId('checkoutSession', createdAt, randomBytes)
    return aSession({
      id,
      shard: shardOf(id, indexShards?.count ?? 1),
      address: addressOf(addresses),
      createdAt,
      updatedAt: createdAt,
      expiresAt,
      lateUntil: at(900),
      ...changes,
      lock: { ...(changes.lock ?? aSession().lock), expiresAt },
    })
  }
  const engine = {
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
    /** Opens many at once, each with the changes for its index. */
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
    /** Sends native coin from the node's own account, in the next block. */
    pay: ({ address }: CheckoutSession, value: bigint) => chain.send({ to: hex(address), value }),
    payUsdc: ({ address }: CheckoutSession, value: bigint) => chain.payUsdc(hex(address), value),
    /** Mines blocks, ten seconds apart, and sets the clock to the newest block's time. */
    async mine(blocks = 1): Promise<void> {
      await chain.mine(blocks)
      now = (await chain.node.getBlock()).timestamp
    },
    /** Mines one block, this many seconds after the newest. */
    async mineAfter(seconds: number): Promise<void> {
      const { timestamp } = await chain.node.getBlock()
      await chain.node.setNextBlockTimestamp({ timestamp: timestamp + BigInt(seconds) })
      await engine.mine()
    },
    /**
     * Replaces the newest blocks with the same number of new ones. Their transactions are dropped, except the signed
     * ones passed here, each with the index of its new block.
     */
    async reorg(
      depth: number,
      transactions: readonly (readonly [string, number])[] = [],
    ): Promise<void> {
      const params = [depth, transactions]
      await callNode(chain.rpcUrl, { method: 'anvil_reorg', params }, z.unknown())
    },
    /** The address's balance after a block, of the session's asset or of another, as the node reports it. */
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
    /** Recognizes more tokens, through the proxy. */
    listTokens(...tokens: readonly Token[]): void {
      row = { ...row, tokens: [...row.tokens, ...tokens] }
      engine.useNodes()
    },
    /** Offers another chain beside the harness's own. */
    enableChain(other: ChainClient): void {
      others.set(other.chain.chainId, other)
    },
    /** The table is a restored one of that name, until `restore` has ended. */
    isCopyOf(name: string): void {
      tableName = name
    },
    /** Ends `isCopyOf`, as `restore` does. */
    adoptTable(): void {
      tableName = table.name
    },
    setEthPrice(usd: string): void {
      ethUsd = usd
    },
    /** Chooses the coin, and returns what the checkout page then shows. */
    choose: (id: string, asset: string, chainId: number = row.chainId) =>
      runAsCustomer(chooseAsset, choiceDeps, { id, body: { chainId, asset } }),
    /** Expires the session as a merchant's request does. */
    expire: (
      { id, mode }: Pick<CheckoutSession, 'id' | 'mode'>,
      changes: Partial<WatchDeps> = {},
    ) =>
      asFunctionOf(expireCheckoutSession, () =>
        commit(table, () =>
          expireCheckoutSession.run({ ...deps, ...changes }, { ...withoutKey, mode, id }),
        ),
      ),
    /** Reads the chain through these nodes from now on; through the proxy again if none are given. */
    useNodes(...rpcUrls: readonly string[]): void {
      client = through(...(rpcUrls.length ? rpcUrls : [chain.proxy.rpcUrl]))
    },
    scan: ({ id, mode }: CheckoutSession, txHashes: readonly string[] = []) =>
      scanSession(deps, { mode, sessionId: id, txHashes }),
    watch: ({ id, mode }: CheckoutSession) =>
      watchSession({ ...deps, startTimer }, { mode, sessionId: id, lap: 0 }),
    /** Timers that earlier timers started. */
    timers,
    recheck: ({ id, mode }: CheckoutSession) =>
      recheckPayment(
        { ...deps, startRecheck: async () => undefined },
        { mode, sessionId: id, lap: 0 },
      ),
    reconcile: () => reconcile(deps, { mode: 'test' }),
    /** Waits until the payment is decided: a re-check every minute, a block every ten seconds. */
    async settle(session: CheckoutSession): Promise<string | undefined> {
      for (let round = 0; round < 5; round++) {
        await engine.mine(7)
        if ((await engine.recheck(session)).decided) break
      }
      return engine.statusOf(session)
    },
    /** The messages of the operator's alerts. */
    alerts,
    /** Scans the closed addresses that are due, on the harness's chain and on others enabled beside it. */
    scanClosed: (...others: readonly ChainClient[]) =>
      scanClosedAddresses(closedDeps(others), { mode: 'test' }),
    /** Searches for unlisted tokens wherever it is due. */
    searchDue: (...others: readonly ChainClient[]) =>
      searchDueTokens(closedDeps(others), { mode: 'test' }),
    /** Checks one closed session, as an operator's command does. */
    recheckClosed: (session: CheckoutSession) => checkClosedSession(closedDeps([]), session),
    unmatched: async () => {
      const { items } = await pageUnmatchedDeposits(table, 'test', { limit: 1_000 })
      return items.map(({ deposit }) => deposit)
    },
    unmatchedOf: async ({ id }: Pick<CheckoutSession, 'id'>) =>
      (await engine.unmatched()).filter(({ sessionId }) => sessionId === id),
    transfersOf: ({ id, mode }: CheckoutSession) => loadTransfers(table, { mode, sessionId: id }),
    /** The session as last written. */
    async load({ id, mode }: Pick<CheckoutSession, 'id' | 'mode'>): Promise<CheckoutSession> {
      const session = await loadCheckoutSession(table, mode, id)
      expect(session, `session ${id}`).toBeDefined()
      return session ?? aSession()
    },
    statusOf: async (session: CheckoutSession): Promise<string> =>
      (await engine.load(session)).status,
    /** Event types in the order of their sequence. */
    eventsOf: async ({ id, mode }: CheckoutSession) =>
      (await eventsOfSession(table, mode, id)).map((event) => event.type),
    stop: async () => {
      await Promise.all([chain.stop(), stopTable()])
    },
  }
  return engine
}

export type EngineHarness = Awaited<ReturnType<typeof startEngineHarness>>

function addressOf(index: number): Address {
  return `0x${'c'.repeat(8)}${index.toString(16).padStart(32, '0')}`
}

export function hex(text: string): Address {
  expect(text).toMatch(/^0x/)
  return `0x${text.slice(2)}`
}
