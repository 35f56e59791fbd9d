import type { CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'

/** Pays from the local instance's own wallet. Returns what to show. */
export async function payFromTestWallet(
  { chainId, asset, address }: CheckoutView,
  amountBase: bigint,
): Promise<string> {
  try {
    const response = await fetch('/local/payments', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ chainId, asset, address, amountBase: amountBase.toString() }),
    })
    return response.ok ? 'Sent and mined' : `The test wallet refused: ${await response.text()}`
  } catch {
    return 'The local instance does not respond.'
  }
}
