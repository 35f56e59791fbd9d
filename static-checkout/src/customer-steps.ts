import type {
  AssetChoice,
  CheckoutView,
  SubmitDetailsBody,
} from '../../shared/merchant/checkout/wire/checkout.ts'
import type { ProviderName } from '../../shared/records/integrations/rules/provider-name.ts'
import type { WalletFailure } from './wallets/pay-with-wallet.ts'

export type Rejection = 'busy' | 'changed' | 'no_price' | 'unreachable'

export type DetailsField = keyof SubmitDetailsBody

export type DetailsStep =
  | { kind: 'ready' }
  | { kind: 'sent' }
  | { kind: 'invalid'; field: DetailsField }
  | { kind: 'failed'; rejection: Rejection }

export type CoinStep =
  | { kind: 'ready' }
  | { kind: 'sent'; choice: AssetChoice }
  | { kind: 'failed'; choice: AssetChoice; rejection: Rejection }

export type ProviderStep =
  | { kind: 'ready' }
  | { kind: 'sent'; provider: ProviderName }
  | { kind: 'failed'; provider: ProviderName; rejection: Rejection }

export type WalletStep =
  | { kind: 'ready' }
  | { kind: 'requested'; wallet: string; sinceMs: number }
  | { kind: 'rejected'; wallet: string }
  | { kind: 'sent' }
  | { kind: 'failed'; wallet: string; failure: WalletFailure }

/** The customer's progress towards paying, in addition to the session's status. */
export type CustomerSteps = {
  details: DetailsStep
  coin: CoinStep
  provider: ProviderStep
  /** Whether the customer returned to their email. */
  isChangingDetails: boolean
  /** Whether the customer returned from paying to the choice of how to pay. */
  isChangingCoin: boolean
  wallet: WalletStep
  /** The reported transaction that the customer wants to pay another way in spite of. */
  ignoredHash: string | null
}

export type StepAction =
  | { type: 'detailsStepChanged'; to: DetailsStep }
  | { type: 'detailsChangeStarted' }
  | { type: 'coinStepChanged'; to: CoinStep }
  | { type: 'providerStepChanged'; to: ProviderStep }
  | { type: 'coinChangeStarted' }
  | { type: 'coinChangeCancelled' }
  | { type: 'walletStepChanged'; to: WalletStep }
  | { type: 'paidAnotherWay'; hash: string | null }

export const firstSteps: CustomerSteps = {
  details: { kind: 'ready' },
  coin: { kind: 'ready' },
  provider: { kind: 'ready' },
  isChangingDetails: false,
  isChangingCoin: false,
  wallet: { kind: 'ready' },
  ignoredHash: null,
}

export function reduceSteps(steps: CustomerSteps, action: StepAction): CustomerSteps {
  switch (action.type) {
    case 'detailsStepChanged':
      return { ...steps, details: action.to, isChangingDetails: isStillTyping(steps, action.to) }
    case 'detailsChangeStarted':
      return { ...firstSteps, isChangingDetails: true }
    case 'coinStepChanged':
      return { ...steps, coin: action.to, isChangingCoin: isStillChanging(steps, action.to) }
    case 'providerStepChanged':
      return { ...steps, provider: action.to }
    case 'coinChangeStarted':
      return { ...firstSteps, ignoredHash: steps.ignoredHash, isChangingCoin: true }
    case 'coinChangeCancelled':
      return {
        ...steps,
        coin: { kind: 'ready' },
        provider: { kind: 'ready' },
        isChangingCoin: false,
      }
    case 'walletStepChanged':
      return { ...steps, wallet: action.to }
    case 'paidAnotherWay':
      return { ...steps, wallet: { kind: 'ready' }, ignoredHash: action.hash }
  }
}

/** Successful details end the change; after a failure, the customer stays on them. */
function isStillTyping({ isChangingDetails }: CustomerSteps, to: DetailsStep): boolean {
  return isChangingDetails && to.kind !== 'ready'
}

/** A successful choice ends the change; after a failed one, the customer stays on the choice of coins. */
function isStillChanging({ isChangingCoin }: CustomerSteps, to: CoinStep): boolean {
  return isChangingCoin && to.kind !== 'ready'
}

export type CustomerStep = 'details' | 'coin' | 'provider' | 'pay' | 'sent'

/** Returns the current step of an unpaid session. A step stays current until the service has handled its request. */
export function stepOf(view: CheckoutView, steps: CustomerSteps): CustomerStep {
  if (view.asksDetails || steps.details.kind === 'sent') return 'details'
  if (steps.isChangingDetails && view.provisional) return 'details'
  if (isSent(view, steps)) return 'sent'
  return wayStep(view, steps)
}

function wayStep(view: CheckoutView, { coin, isChangingCoin }: CustomerSteps): CustomerStep {
  if (isAtProvider(view) && !isChangingCoin && coin.kind === 'ready') return 'provider'
  // Without a choice, the coin step locks the price by itself.
  if (view.provisional || coin.kind === 'sent') return 'coin'
  if (view.choices.length < 2 && view.methods.length < 2) return 'pay'
  return !view.assetChosen || isChangingCoin ? 'coin' : 'pay'
}

/** Whether the customer chose a hosted provider, and no coin since. */
export function isAtProvider({ provider }: CheckoutView): boolean {
  return provider !== null && !provider.isLeft
}

/** Whether a wallet has sent the payment, on this device or, as reported, on any other. */
export function isSent(
  { reported }: CheckoutView,
  { wallet, ignoredHash }: CustomerSteps,
): boolean {
  return wallet.kind === 'sent' || (reported !== null && reported.hash !== ignoredHash)
}

/** Returns the choices grouped by coin, with the session's own coin and network first. */
export function coinGroups({ choices, asset, chainId }: CheckoutView): AssetChoice[][] {
  const own = { asset, chainId }
  const ownFirst = [...choices].sort(
    (a, b) => Number(isSameCoin(b, own)) - Number(isSameCoin(a, own)),
  )
  const assets = [...new Set(ownFirst.map((choice) => choice.asset))]
  return assets.map((each) => ownFirst.filter((choice) => choice.asset === each))
}

export type Coin = Pick<AssetChoice, 'asset' | 'chainId'>

export function isSameCoin(one: Coin, other: Coin): boolean {
  return one.asset === other.asset && one.chainId === other.chainId
}
