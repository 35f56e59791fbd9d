import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { sendChoice } from './api.ts'

/** Locks the price of a session whose customer has nothing to choose. If that fails, the coin step offers it again. */
export async function lockOnlyPrice(view: CheckoutView): Promise<CheckoutView> {
  if (!view.provisional || view.asksDetails || view.choices.length > 1 || view.methods.length > 1) {
    return view
  }
  const result = await sendChoice(view.id, view)
  return result.kind === 'ok' ? result.body : view
}
