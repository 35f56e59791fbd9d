import * as z from 'zod'
import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import { ok } from '../../kernel/operation/operation.ts'
import { pageOperation } from '../../kernel/operation/page-operation.ts'
import { pageInput } from '../../kernel/operation/page-request.ts'
import { writeSideNote } from '../../kernel/operation/side-note.ts'
import { assetSymbol, chainId } from '../../kernel/wire/primitives.ts'
import type {
  CheckoutSession,
  Terms,
} from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { nextScanAt } from '../../payments/checkout-sessions/rules/next-scan.ts'
import { chosenTerms } from '../../payments/checkout-sessions/rules/session-terms.ts'
import { expiryPast, paceOf } from '../../payments/checkout-sessions/rules/wake-time.ts'
import {
  loadCheckoutSession,
  sessionReplacement,
} from '../../payments/checkout-sessions/store/sessions.ts'
import { type ScanDeps, scanSession } from '../../payments/ledger/scanning/scan-session.ts'
import { type LockPriceDeps, lockPrice } from '../../payments/quotes/lock-price.ts'
import { selectAsset } from '../../payments/quotes/select-asset.ts'
import { requireIntake } from '../../records/settings/require-intake.ts'
import { pricing } from '../quotes/pricing.ts'
import { newTerms } from './new-terms.ts'
import type { OpenSessionServices } from './open-session.ts'
import {
  chainOf,
  type PresentSessionDeps,
  sessionOnPage,
  sessionPresenter,
} from './present-session.ts'
import { mayChooseAsset } from './rules/checkout-steps.ts'
import { scanServices } from './scan-services.ts'
import { sessionTimer } from './session-timer.ts'
import { checkoutView } from './wire/checkout.ts'

/** Each choice starts a new payment window, so without a limit a price could be held forever. */
export const maxChoices = 10

const choice = z.strictObject({ chainId, asset: assetSymbol })

export const chooseAsset = pageOperation({
  name: 'choose-asset',
  route: 'POST /api/checkout/sessions/{id}/asset',
  input: { ...pageInput, body: choice },
  output: ok(checkoutView),
  errors: [
    'resource_not_found',
    'unsupported_chain',
    'unsupported_asset',
    'price_unavailable',
    'state_changed',
    'rate_limit_exceeded',
    'timed_out',
    'intake_stopped',
  ],
  touches: {
    table: 'write',
    sends: ['webhook-deliveries'],
    starts: ['payment-confirmation', 'session-timer'],
    invokes: ['refresh-prices'],
    chains: true,
    administers: ['sessions'],
  },
  docs: {
    tag: 'Checkout',
    summary: 'Choose what to pay in',
    description: `The session keeps its address and gets a new price and payment window, up to ${maxChoices} times until a payment is seen. The chain is scanned first, and earlier terms stay valid until they expire.`,
    example: { chainId: 31337, asset: 'USDC' },
  },
  needs: (config, given) => {
    const scanning = scanServices(config, given)
    return {
      ...scanning,
      ...pricing(config, given, scanning),
      firstTimer: sessionTimer(config),
    }
  },
  /**
   * Throws `resource_not_found`, `unsupported_*`, `intake_stopped`, `price_unavailable`, `rate_limit_exceeded`; `timed_out` if the chain
   * can't be scanned; `state_changed` if a payment was seen, the merchant selected the asset or the choices are used up.
   */
  async run(services: ChooseAssetServices, { id, body, limit }) {
    const shown = await sessionOnPage(services.table, id)
    requireChoice(shown)
    await requireIntake(services, shown.mode)
    await limit({ subject: `choice#${id}`, most: maxChoices })
    const terms = await priceNow(services, shown, body)
    const before = await scanFirst(services, shown)
    requireChoice(before)
    const after = { ...chosenTerms(before, terms(services.now())), version: before.version + 1 }
    const [present, settings] = await Promise.all([
      sessionPresenter(services, after),
      services.settings(after.mode),
    ])
    return {
      result: present(after),
      writes: [sessionReplacement(after, before.version, nextScanAt(after, settings))],
      // Later choices move the deadline only on, so the first timer finds them.
      ...(before.pricing === 'provisional' && {
        after: () =>
          writeSideNote(
            services.firstTimer(after, expiryPast(after.expiresAt, paceOf(after, chainOf(after)))),
          ),
      }),
    }
  },
})

export type ChooseAssetServices = ScanDeps &
  LockPriceDeps &
  PresentSessionDeps &
  Pick<OpenSessionServices, 'firstTimer'>

async function priceNow(
  services: ChooseAssetServices,
  { mode, fiat }: CheckoutSession,
  chosen: z.infer<typeof choice>,
): Promise<(at: Date) => Terms> {
  const [settings, chains] = await Promise.all([
    services.settings(mode),
    services.enabledChains(mode),
  ])
  const asset = selectAsset(chains, chosen, settings)
  const price = await lockPrice(services, { asset, fiat, link: null })
  return (at) => newTerms(price, { chain: asset.chain, settings, at })
}

/**
 * Scans before changing the asset, so that a customer who has already paid isn't asked for another coin. Terms on other
 * chains that were chosen before stay valid, so those chains may be down.
 */
async function scanFirst(
  services: ChooseAssetServices,
  { mode, id: sessionId, lock }: CheckoutSession,
): Promise<CheckoutSession> {
  const ref = { mode, sessionId }
  const session = await scanSession(services, ref).catch((error: unknown) => {
    if (!(error instanceof ChainUnavailable)) throw error
    if (error.chainId !== lock.chainId) return loadCheckoutSession(services.table, mode, sessionId)
    const message =
      'We can’t check right now whether you have already paid. Try again in a few seconds.'
    throw new ServiceError('timed_out', message, { cause: error, retryAfterSeconds: 5 })
  })
  invariant(session, 'sessions are never deleted')
  return session
}

function requireChoice(session: CheckoutSession): void {
  const { otherTerms } = session
  if (!mayChooseAsset(session)) throw new ServiceError('state_changed', noChoiceMessage(session))
  if (otherTerms.length < maxChoices) return
  throw new ServiceError(
    'state_changed',
    `You have changed the coin ${maxChoices} times, the maximum. Pay with the one shown, or open the payment link again.`,
  )
}

function noChoiceMessage({ assetSelected }: CheckoutSession): string {
  if (assetSelected) return 'The seller selected the coin. Pay with the one shown.'
  return 'The coin can no longer be changed, because a payment was seen or the session has expired. Reload the page.'
}
