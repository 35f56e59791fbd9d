import type {
  AssetChoice,
  CheckoutView,
  GiveDetailsBody,
} from '../../shared/checkout-sessions/wire/checkout.ts'
import type { WalletFailure } from './wallets/pay-with-wallet.ts'

/** Why the service did not do what the customer asked for. */
export type Refusal = 'busy' | 'changed' | 'no_price' | 'unreachable'

export type DetailsField = keyof GiveDetailsBody

export type DetailsStep =
  | { kind: 'ready' }
  | { kind: 'sent' }
  | { kind: 'invalid'; field: DetailsField }
  | { kind: 'failed'; refusal: Refusal }

export type CoinStep =
  | { kind: 'ready' }
  | { kind: 'sent'; choice: AssetChoice }
  | { kind: 'failed'; choice: AssetChoice; refusal: Refusal }

export type WalletStep =
  | { kind: 'ready' }
  | { kind: 'asked'; wallet: string }
  | { kind: 'sent' }
  | { kind: 'failed'; wallet: string; failure: WalletFailure }

/** What the customer does on the way to paying, beside what the service says of the session. */
export type CustomerSteps = {
  details: DetailsStep
  coin: CoinStep
  /** Whether the customer went back from paying to the choice of coins. */
  isChangingCoin: boolean
  wallet: WalletStep
}

export type StepAction =
  | { type: 'detailsMoved'; to: DetailsStep }
  | { type: 'coinMoved'; to: CoinStep }
  | { type: 'coinChangeAsked' }
  | { type: 'coinChangeLeft' }
  | { type: 'walletMoved'; to: WalletStep }

export const firstSteps: CustomerSteps = {
  details: { kind: 'ready' },
  coin: { kind: 'ready' },
  isChangingCoin: false,
  wallet: { kind: 'ready' },
}

export function reduceSteps(steps: CustomerSteps, action: StepAction): CustomerSteps {
  switch (action.type) {
    case 'detailsMoved':
      return { ...steps, details: action.to }
    case 'coinMoved':
      return { ...steps, coin: action.to, isChangingCoin: isStillChanging(steps, action.to) }
    case 'coinChangeAsked':
      return { ...firstSteps, isChangingCoin: true }
    case 'coinChangeLeft':
      return { ...steps, coin: { kind: 'ready' }, isChangingCoin: false }
    case 'walletMoved':
      return { ...steps, wallet: action.to }
  }
}

/** A choice that is made ends the change; one that failed leaves the customer where they are. */
function isStillChanging({ isChangingCoin }: CustomerSteps, to: CoinStep): boolean {
  return isChangingCoin && to.kind !== 'ready'
}

export type CustomerStep = 'details' | 'coin' | 'pay' | 'sent'

/** The step that an unpaid session is at. A step stays until the service has answered what was asked there. */
export function stepOf(view: CheckoutView, steps: CustomerSteps): CustomerStep {
  if (view.asksDetails || steps.details.kind === 'sent') return 'details'
  if (steps.wallet.kind === 'sent') return 'sent'
  if (view.choices.length < 2) return 'pay'
  const isChoosing = !view.assetChosen || steps.isChangingCoin || steps.coin.kind === 'sent'
  return isChoosing ? 'coin' : 'pay'
}

/** What can be chosen, in groups of one coin each; the session's own coin and network lead. */
export function coinGroups({ choices, asset, chainId }: CheckoutView): AssetChoice[][] {
  const isOwn = (choice: AssetChoice) => choice.asset === asset && choice.chainId === chainId
  const ownFirst = [...choices].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
  const assets = [...new Set(ownFirst.map((choice) => choice.asset))]
  return assets.map((each) => ownFirst.filter((choice) => choice.asset === each))
}
