import type { AssetChoice, CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'

function ownChoice({ chainId, chainName, asset, amount }: CheckoutView): AssetChoice {
  return { chainId, chainName, asset, amount: amount.formatted, confirmedInSeconds: 0 }
}

/** The choices; where no coin is offered right now, the session's own can still be tried. */
export function choicesOf(view: CheckoutView): AssetChoice[] {
  return view.choices.length > 0 ? view.choices : [ownChoice(view)]
}
