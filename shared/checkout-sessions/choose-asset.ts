import type { Chain } from '../chain/chain.ts'
import { ChainUnavailable } from '../chain/chain-unavailable.ts'
import { ServiceError } from '../kernel/errors.ts'
import type { Mode } from '../kernel/mode.ts'
import { transact } from '../kernel/store/transact.ts'
import { type ScanDeps, scanSession } from '../ledger/scan-session.ts'
import { type LockPriceDeps, lockPrice } from '../quotes/lock-price.ts'
import { selectAsset } from '../quotes/select-asset.ts'
import { limitVisits } from './limit-visits.ts'
import { newTerms } from './new-terms.ts'
import { type PresentSessionDeps, sessionOnPage, sessionPresenter } from './present-session.ts'
import type { CheckoutSession, Terms } from './rules/checkout-session.ts'
import { mayChooseAsset } from './rules/checkout-steps.ts'
import { nextLookAt } from './rules/next-look.ts'
import { underTerms } from './rules/session-terms.ts'
import { loadCheckoutSession, sessionReplacement } from './store/sessions.ts'
import type { CheckoutView } from './wire/checkout.ts'

export type ChooseAssetDeps = ScanDeps & LockPriceDeps & PresentSessionDeps

export type ChooseAsset = { id: string; chainId: number; asset: string }

/** Each choice begins a new window, so without an end a price could be held open for as long as somebody likes. */
export const maxChoices = 10

const attempts = 5

/**
 * The customer chooses what to pay in: same address, new price, new window. The chain is looked at first, and the terms
 * so far stay good until their own end. Throws `resource_not_found`, `unsupported_*`, `price_unavailable`,
 * `rate_limit_exceeded`, `timed_out` where the chain can't be looked at, and `state_changed` where money was seen, the merchant decided or the
 * choices are used up.
 */
export async function chooseAsset(
  deps: ChooseAssetDeps,
  { id, ...wish }: ChooseAsset,
): Promise<CheckoutView> {
  const found = await sessionOnPage(deps.table, id)
  refuseDecided(found)
  const { mode } = found
  await limitVisits(deps, {
    what: 'The coin was changed',
    subject: `choice#${id}`,
    perMinute: maxChoices,
  })
  const terms = await priceNow(deps, found, wish)
  const session = await choose(deps, { mode, sessionId: id, shown: found.lock.chainId }, terms)
  const present = await sessionPresenter(deps, session)
  return present(session)
}

async function priceNow(
  deps: ChooseAssetDeps,
  { mode, fiat }: CheckoutSession,
  wish: Omit<ChooseAsset, 'id'>,
): Promise<(at: Date) => Terms> {
  const settings = await deps.settings(mode)
  const asset = selectAsset(deps.enabledChains(mode), wish, settings)
  const price = await lockPrice(deps, { asset, fiat, link: null })
  const chain: Chain = asset.chain
  return (at) => newTerms(price, { chain, settings, at })
}

/** A scan of somebody else's may have written meanwhile: then it is looked at and decided again. */
async function choose(
  deps: ChooseAssetDeps,
  { shown: shownChainId, ...session }: { mode: Mode; sessionId: string; shown: number },
  terms: (at: Date) => Terms,
): Promise<CheckoutSession> {
  const settings = await deps.settings(session.mode)
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const before = await lookFirst(deps, session, shownChainId)
    if (!before) throw new Error(`session ${session.sessionId} is gone`)
    refuseDecided(before)
    const chosen = underTerms(before, terms(deps.now()))
    const after = { ...chosen, version: before.version + 1 }
    const outcome = await transact(deps.table, [
      sessionReplacement(after, before.version, nextLookAt(after, settings)),
    ])
    if (outcome.committed) return after
  }
  throw new Error(`session ${session.sessionId} changed ${attempts} times while a coin was chosen`)
}

/**
 * Nobody is sent to another coin while it is unknown whether the one shown was paid. Of other chains that were chosen
 * before, the terms stay good.
 */
function lookFirst(
  deps: ChooseAssetDeps,
  session: { mode: Mode; sessionId: string },
  shownChainId: number,
): Promise<CheckoutSession | undefined> {
  return scanSession(deps, session).catch((error: unknown) => {
    if (!(error instanceof ChainUnavailable)) throw error
    if (error.chainId !== shownChainId) {
      return loadCheckoutSession(deps.table, session.mode, session.sessionId)
    }
    const message =
      'Whether the coin shown was paid can not be told now. Try again in a few seconds.'
    throw new ServiceError('timed_out', message, { cause: error, retryAfterSeconds: 5 })
  })
}

function refuseDecided(session: CheckoutSession): void {
  const { otherTerms } = session
  if (!mayChooseAsset(session)) throw new ServiceError('state_changed', decidedMessage(session))
  if (otherTerms.length < maxChoices) return
  throw new ServiceError(
    'state_changed',
    `The coin was changed ${maxChoices} times. Pay with the one shown, or open the payment link again.`,
  )
}

function decidedMessage({ assetSelected }: CheckoutSession): string {
  if (assetSelected) return 'The seller decided on the coin. Pay with the one shown.'
  return 'The coin can be changed until a payment is seen, which it was, or its time is up. Show the session again.'
}
