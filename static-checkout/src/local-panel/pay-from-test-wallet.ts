import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import type { TestPayment } from './payments.ts'

/** Pays from the local instance's own wallet. Returns what to show. */
export async function payFromTestWallet(
  { chainId, asset, address, txHash }: CheckoutView,
  { amountBase }: TestPayment,
): Promise<string> {
  const payment = { chainId, asset, address, amountBase: amountBase?.toString() }
  const request = amountBase === null ? { chainId, takeBack: txHash } : payment
  try {
    const response = await fetch('/local/payments', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    })
    const success = amountBase === null ? 'Removed from the chain' : 'Sent and mined'
    return response.ok ? success : `The test wallet refused: ${await response.text()}`
  } catch {
    return 'The local instance does not respond.'
  }
}
