import { expect, onTestFinished } from 'vitest'
import type { CheckoutSession } from '../../shared/domain/checkout-session.ts'
import { newId } from '../../shared/domain/ids.ts'
import { eventsOfSession } from '../../shared/store/events.ts'
import { loadCheckoutSession, sessionCreation } from '../../shared/store/sessions.ts'
import { transact } from '../../shared/store/transact.ts'
import { listUnmatchedDeposits } from '../../shared/store/unmatched-deposits.ts'
import { lookAtClosedAddresses } from '../../shared/use-cases/look-at-closed-addresses.ts'
import { recheckPayment } from '../../shared/use-cases/recheck-payment.ts'
import { reconcile } from '../../shared/use-cases/reconcile.ts'
import { scanSession } from '../../shared/use-cases/scan-session.ts'
import { type WatchDeps, watchSession } from '../../shared/use-cases/watch-session.ts'
import { startTestChain } from '../chain-fixture.ts'
import { aSession, someSettings } from '../factories.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { testTable } from '../test-table.ts'

/** The payment engine on a real node and a real table, with a clock that the test sets. */
export async function openTill() {
  const [chain, table] = await Promise.all([startTestChain(), testTable()])
  onTestFinished(() => chain.stop())
  // The contracts are older than anything that is confirmed.
  await chain.mine(3)
  const randomBytes = seededBytes('till')
  const started: string[] = []
  let now = (await chain.node.getBlock()).timestamp
  const clock = () => new Date(Number(now) * 1000)
  const deps: WatchDeps = {
    table,
    now: clock,
    randomBytes,
    settings: async () => someSettings(),
    chain: () => chain.client,
    blockTimeMs: () => chain.chain.blockTimeMs,
    enqueueDeliveries: async () => undefined,
    startConfirmation: async ({ id }) => {
      started.push(id)
    },
  }
  let addresses = 0
  return {
    chain,
    deps,
    table,
    /** Sessions whose confirmation loop was started. */
    started,
    async openSession(changes: Partial<CheckoutSession> = {}): Promise<CheckoutSession> {
      const createdAt = clock()
      const at = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000)
      addresses += 1
      const session = aSession({
        id: newId('checkoutSession', createdAt, randomBytes),
        address: `0x${addresses.toString(16).padStart(40, 'c')}`,
        createdAt,
        updatedAt: createdAt,
        expiresAt: at(300),
        lateUntil: at(900),
        ...changes,
      })
      await transact(table, [sessionCreation(session, session.expiresAt)])
      return session
    },
    /** Mines blocks, ten seconds apart, and moves our clock to the head's time. */
    async mine(blocks = 1): Promise<void> {
      await chain.mine(blocks)
      now = (await chain.node.getBlock()).timestamp
    },
    /** Replaces the newest blocks by empty ones; their transactions are gone. */
    reorganise: (depth: number) => reorganise(chain.rpcUrl, depth),
    setClock(at: Date): void {
      now = BigInt(Math.floor(at.getTime() / 1000))
    },
    scan: ({ id, mode }: CheckoutSession) => scanSession(deps, { mode, sessionId: id }),
    watch: ({ id, mode }: CheckoutSession, phase: 'open' | 'grace') =>
      watchSession(deps, { mode, sessionId: id, phase }),
    recheck: ({ id, mode }: CheckoutSession) => recheckPayment(deps, { mode, sessionId: id }),
    reconcile: () => reconcile(deps),
    lookAtClosed: () => lookAtClosedAddresses({ table, now: clock, chains: () => [chain.client] }),
    unmatched: () => listUnmatchedDeposits(table, 'test'),
    async statusOf({ id, mode }: CheckoutSession): Promise<string | undefined> {
      return (await loadCheckoutSession(table, mode, id))?.status
    },
    /** Event types in the order of their sequence. */
    eventsOf: async ({ id, mode }: CheckoutSession) =>
      (await eventsOfSession(table, mode, id)).map((event) => event.type),
  }
}

export type Till = Awaited<ReturnType<typeof openTill>>

/** viem's test client does not know this method. */
async function reorganise(rpcUrl: string, depth: number): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_reorg', params: [depth, []] })
  const headers = { 'content-type': 'application/json' }
  const answer: unknown = await (await fetch(rpcUrl, { method: 'POST', headers, body })).json()
  expect(answer).not.toHaveProperty('error')
}
