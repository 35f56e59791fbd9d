import type { Chain } from '../shared/chain/chain.ts'
import { chains } from '../shared/chain/chains.ts'
import type { Mode } from '../shared/kernel/mode.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import type { FollowSessionDeps } from '../shared/merchant/checkout/follow-session.ts'
import type { CheckoutSession } from '../shared/payments/checkout-sessions/rules/checkout-session.ts'
import {
  loadCheckoutSession,
  sessionCreation,
  sessionReplacement,
} from '../shared/payments/checkout-sessions/store/sessions.ts'
import type { QuotedOrderDeps } from '../shared/payments/quotes/take-quote.ts'
import type { ScanMessage } from '../shared/queue/scan-message.ts'
import type { PaymentLink } from '../shared/records/payment-links/rules/payment-link.ts'
import { paymentLinkCreation } from '../shared/records/payment-links/store/payment-links.ts'
import { createdAt, someSettings } from './factories.ts'
import { testTable } from './test-table.ts'

export type PageFixture = {
  deps: FollowSessionDeps & QuotedOrderDeps
  /** Messages sent to the `scans` queue. */
  scans: ScanMessage[]
  /** Stablecoins that are not offered. */
  withheld: Set<string>
  /** Advances the clock. */
  pass: (milliseconds: number) => void
  save: (session: CheckoutSession) => Promise<CheckoutSession>
  saveLink: (link: PaymentLink) => Promise<PaymentLink>
  /** Runs each time a stream waits before it reads again. */
  onWait: (then: () => Promise<unknown> | undefined) => void
}

/** Services of the checkout page's operations: a real table, a settable clock, and a recorded queue. */
export async function pageFixture(): Promise<PageFixture> {
  const table = await testTable()
  const scans: ScanMessage[] = []
  const withheld = new Set<string>()
  let nowMs = createdAt.getTime()
  let waiting: () => Promise<unknown> | undefined = () => undefined
  return {
    deps: {
      table,
      now: () => new Date(nowMs),
      settings: () => Promise.resolve(someSettings()),
      enabledChains: localChainsOf,
      payableChains: localChainsOf,
      withheldStablecoins: () => Promise.resolve(withheld),
      isNotified: () => Promise.resolve(false),
      claims: new Map(),
      sendScan: (message) => Promise.resolve(void scans.push(message)),
      mostStreams: 200,
      wait: async (milliseconds) => {
        nowMs += milliseconds
        await waiting()
      },
    },
    scans,
    withheld,
    pass: (milliseconds) => {
      nowMs += milliseconds
    },
    save: (session) => saveSession(table, session),
    saveLink: async (link) => {
      await transact(table, paymentLinkCreation(link))
      return link
    },
    onWait: (then) => {
      waiting = then
    },
  }
}

async function localChainsOf(mode: Mode): Promise<Chain[]> {
  return chains.filter((chain) => chain.network === 'local' && chain.mode === mode)
}

async function saveSession(table: Table, session: CheckoutSession): Promise<CheckoutSession> {
  const before = await loadCheckoutSession(table, session.mode, session.id)
  const next = { ...session, version: (before?.version ?? 0) + 1 }
  const write = before
    ? sessionReplacement(next, before.version, next.expiresAt)
    : sessionCreation(next, next.expiresAt)
  await transact(table, [write])
  return next
}
