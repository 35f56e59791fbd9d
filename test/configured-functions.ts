import { transact } from '../shared/kernel/store/transact.ts'
import { paymentLinkCreation } from '../shared/records/payment-links/store/payment-links.ts'
import { aPaymentLink } from './factories.ts'
import { knowPrice } from './known-price.ts'
import { baseUrlWrites, walletWrites } from './saved-instance.ts'
import { type ServiceFunctions, serviceFunctions } from './service-functions.ts'

/** A test-mode link for USD 9.99. */
export const subscription = aPaymentLink({
  fiatAmount: '9.99',
  successUrl: 'https://shop.example/thanks',
})

const baseUrl = 'https://pay.example.com'

/**
 * Functions of an instance that is set up, with one link and unreachable nodes. With prices, one ETH costs USD 2,500.
 * Without a wallet it can't open sessions. API keys have no rate limit.
 */
export async function configuredFunctions({
  wallet = true,
  priced = true,
} = {}): Promise<ServiceFunctions> {
  const service = await serviceFunctions({ RATE_LIMIT_PER_MINUTE: '100000' })
  const { table } = service
  if (priced) await knowPrice(table, 'ETH/USD', '2500')
  if (priced) await knowPrice(table, 'USDC/USD', '1')
  const wallets = wallet ? await walletWrites(table, service.config) : []
  await transact(table, [
    ...baseUrlWrites(baseUrl),
    ...wallets,
    ...paymentLinkCreation(subscription),
  ])
  return service
}
