import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import { askWithin } from '../../chain/nodes/ask-chain.ts'
import { resourceNotFound, ServiceError } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import type { TransfersCounted } from '../../payments/checkout-sessions/rules/decide-session.ts'
import { expireSession } from '../../payments/checkout-sessions/rules/expire-session.ts'
import { enqueuePendingDeliveries } from '../../payments/checkout-sessions/session-events.ts'
import { loadCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import {
  checkoutSession,
  presentCheckoutSession,
} from '../../payments/checkout-sessions/wire/checkout-session.ts'
import { decidedSession } from '../../payments/ledger/apply-fact.ts'
import {
  countUnderAllTerms,
  type ScanDeps,
  scanSession,
} from '../../payments/ledger/scanning/scan-session.ts'
import { queueingDeliveries } from '../../records/outbox/delivery-queue.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'
import { lacksSweeps } from '../../records/settings/rules/lacks-sweeps.ts'
import { scanServices } from './scan-services.ts'

export const expireCheckoutSession = merchantOperation({
  name: 'expire-checkout-session',
  route: 'POST /api/v1/checkout_sessions/{id}/expire',
  scope: 'sessions:write',
  input: noInput,
  output: ok(checkoutSession),
  errors: ['state_changed'],
  touches: {
    table: 'write',
    sends: ['webhook-deliveries'],
    starts: ['payment-confirmation'],
    chains: true,
    administers: ['sessions'],
  },
  docs: {
    tag: 'Checkout sessions',
    summary: 'Expire a checkout session',
    description:
      'Ends the time of a `pending` session now. Its chains are read first: if a payment was seen, the session stays as it is (`state_changed`), and if they can’t be read, nothing changes (`timed_out`). A payment that arrives afterwards is late, as after any expiry: until `lateUntil` it makes the session `paid_late`.',
  },
  needs: (config, given) => ({
    // Leaves time for a second reading, within the 20 seconds that a merchant waits.
    ...scanServices(config, given, { ask: askWithin({ silenceMs: 5_000, totalMs: 8_000 }) }),
    ...queueingDeliveries(config),
  }),
  /**
   * Throws `resource_not_found`; `state_changed` if it isn't pending, if a payment was seen or if it has expired; and
   * `timed_out` if a chain can't be read.
   */
  async run(services: ScanDeps, { mode, id }) {
    const isOurs = isId('checkoutSession', id)
    const before = isOurs && (await loadCheckoutSession(services.table, mode, id))
    if (!before) throw resourceNotFound('checkout session', id)
    if (before.status !== 'pending') throw notPending(before)
    const settings = await services.settings(mode)
    // What left the address may be unknown.
    if (lacksSweeps(settings, services.table)) throw unreadable()
    const count = await countFirst(services, before)
    const decided = expireSession(before, count, services.now())
    if (!decided) throw notPending(await recorded(services, before))
    const changed = await decidedSession(services, { before, decided, settings })
    const { session: after, writes, deliveries } = changed
    return {
      result: presentCheckoutSession(after, settings),
      writes,
      after: async () => {
        services.onChange?.({ before, after, minedAt: null })
        await enqueuePendingDeliveries(services, deliveries)
      },
    }
  },
})

/** Counts the money on its chains now. Throws if there is none, unless nodes of two operators agree on that. */
async function countFirst(services: ScanDeps, session: CheckoutSession): Promise<TransfersCounted> {
  const { fact } = await readingChains(() => countUnderAllTerms(services, session))
  if (fact.seen.totalBase > 0n) return fact
  if (!fact.agreed || fact.headTime.getTime() === 0) throw unreadable()
  return fact
}

/** Scans, records the result, and returns the session. */
async function recorded(
  services: ScanDeps,
  { mode, id: sessionId }: CheckoutSession,
): Promise<CheckoutSession> {
  const session = await readingChains(() => scanSession(services, { mode, sessionId }))
  if (!session) throw resourceNotFound('checkout session', sessionId)
  return session
}

async function readingChains<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof ChainUnavailable ? unreadable(error) : error
  }
}

function unreadable(cause?: ChainUnavailable): ServiceError {
  const message =
    'The chain can’t be read right now, so this session may have been paid. It is unchanged. Try again in a few seconds.'
  return new ServiceError('timed_out', message, { retryAfterSeconds: 5, cause })
}

function notPending({ id, status }: CheckoutSession): ServiceError {
  const reason =
    status === 'pending'
      ? 'has reached the end of its time, and expires once its chain shows that nothing arrived until then.'
      : `is ${status}. Only a session that is pending can be expired.`
  return new ServiceError('state_changed', `Session ${id} ${reason}`)
}
