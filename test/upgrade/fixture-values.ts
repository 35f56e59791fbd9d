import type { StoredApiKey } from '../../shared/api-keys/store/api-keys.ts'
import type { Customer } from '../../shared/customers/rules/customer.ts'
import type { Event } from '../../shared/events/rules/event.ts'
import { newId } from '../../shared/kernel/ids.ts'
import type { OwnMovement } from '../../shared/ledger/rules/address-movement.ts'
import type { UnmatchedDeposit } from '../../shared/ledger/rules/unmatched-deposit.ts'
import type { Network } from '../../shared/networks/rules/network.ts'
import type { WatchedChain } from '../../shared/networks/store/watched-chains.ts'
import { checkoutSessionExample } from '../../shared/openapi/resource-examples.ts'
import type { PaymentLink } from '../../shared/payment-links/rules/payment-link.ts'
import type { PayoutWallet } from '../../shared/payout-wallets/rules/payout-wallet.ts'
import type { Quote } from '../../shared/quotes/rules/quote.ts'
import type { Holding } from '../../shared/sweeps/rules/holding.ts'
import type { StoredAccountKey } from '../../shared/wallet/store/wallet.ts'
import { newDelivery } from '../../shared/webhooks/rules/webhook-delivery.ts'
import { aSession, aSweep, createdAt, later } from '../factories.ts'
import { anOperator } from '../operator-factories.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { aWebhookEndpoint, sealedText } from '../webhook-fixture.ts'

const bytes = seededBytes('fixtures')
const idOf = (kind: Parameters<typeof newId>[0]) => newId(kind, createdAt, bytes)
const [address, hash] = [aSession().address, `0x${'ab'.repeat(32)}`]
const coin = { chainId: 31337, symbol: 'ETH', tokenAddress: null, decimals: 18 }

export const link: PaymentLink = {
  ...{ id: idOf('paymentLink'), mode: 'test', slug: 'abcdefghjk', title: 'Coffee' },
  ...{ description: null, fiatAmount: '25.00', fiatCurrency: 'USD', active: true },
  ...{
    successUrl: 'https://shop.example/thanks',
    cancelUrl: null,
    createdAt,
    updatedAt: createdAt,
  },
}

export const session = aSession({
  ...{ id: idOf('checkoutSession'), linkId: link.id, metadata: { order: 'A-1', big: 1e21 } },
  otherTerms: [{ ...aSession(), lock: { ...aSession().lock, amountBase: 7n } }].map(
    ({ lock, expiresAt, lateUntil, confirmationsRequired }) => ({
      ...{ lock, expiresAt, lateUntil, confirmationsRequired },
    }),
  ),
  provider: { name: 'moonpay', expiresAt: later(3600), paymentId: null, isLeft: false },
})

export const ofSession = { mode: 'test', sessionId: session.id } as const

export const quote: Quote = {
  ...{ id: idOf('quote'), mode: 'test', linkId: link.id, fiat: session.fiat },
  ...{ ethPriceUsd: '2500', lock: session.lock, checkoutSessionId: null, createdAt },
}

export const movement: OwnMovement = {
  ...{ kind: 'sweep', chainId: 31337, tokenAddress: null, amountBase: 1_000_000n },
  ...{ blockNumber: 12n, txHash: hash, sweepId: 'sw_1' },
}

export const deposit: UnmatchedDeposit = {
  ...{ ...ofSession, ...coin, address, version: 1, readAtBlock: 12n, amountBase: 5n },
  ...{ acceptedBase: 0n, dismissedBase: 0n, reason: 'other_asset', seenAt: later(30) },
}

export const holding: Holding = {
  ...{ ...ofSession, ...coin, address, derivationIndex: 0, version: 1 },
  ...{ dueSince: later(40), checkAt: later(40), sweepId: null, balanceBase: 1_000_000n },
  ...{ readAtBlock: 12n, receivedBase: 1_000_000n, sweptBase: 0n, feeBase: 0n, gasBase: 0n },
  ...{ missingBase: 0n, sweepCount: 0 },
  waiting: { reason: 'below_minimum', since: later(40), details: null },
}

export const sweep = aSweep({ id: idOf('sweep') })

export const customer: Customer = {
  ...{ id: idOf('customer'), mode: 'test', email: 'Zoë@example.com' },
  ...{ metadata: { tier: 'gold', visits: 3 }, createdAt, updatedAt: createdAt },
}

export const event: Event = {
  ...{ id: idOf('event'), mode: 'test', type: 'session.paid', sessionId: session.id, createdAt },
  data: { ...checkoutSessionExample, id: session.id, sequence: 2 },
}

export const endpoint = aWebhookEndpoint(
  { url: 'https://shop.example/hooks', at: createdAt },
  bytes,
)

export const delivery = newDelivery({ event, endpoint }, createdAt, bytes)

export const apiKey: StoredApiKey = {
  ...{ id: idOf('apiKey'), mode: 'test', name: 'shop', scopes: ['links:read', 'links:write'] },
  ...{ prefix: 'ck_test_abcdefgh', createdAt, revokedAt: null },
  ...{ salt: btoa('a test salt'), hash: btoa('a test hash') },
}

export const network: Network = {
  ...{ mode: 'test', chainId: 31337, status: 'enabled', assets: ['ETH'], retiringSince: null },
  ...{ singleOperatorConfirmed: true, version: 1 },
  nodes: [
    {
      ...{ id: 'node_1', host: 'node.example', lastFour: 'wxyz', operator: 'node.example' },
      ...{ weight: 1, source: 'url', sealedUrl: sealedText('https://node.example') },
      ...{ standing: 'verified', problems: [], probedAt: createdAt },
      capabilities: { logRange: 1000, logRangeDayBack: 1000, archiveSeconds: 60, traces: false },
    },
  ],
}

export const watched: WatchedChain = {
  ...{ notifier: 'alchemy', chainId: 31337, webhooks: [{ id: 'wh_1', addressCount: 200 }] },
  ...{ registeredTo: 200, walletId: 'wallet-1', repairedAt: createdAt, resumedAt: null },
}

export const payoutWallet: PayoutWallet = {
  ...{ mode: 'test', chainId: 31337, next: null, version: 1, sealedState: sealedText('state') },
  current: {
    ...{ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', effectiveAt: createdAt },
    ...{ setIn: 1, sealed: sealedText('address') },
  },
}

export const accountKey: StoredAccountKey = {
  ...{ walletId: 'wallet-1', accountKey: sealedText('xpub'), firstIndex: 0, searchFrom: 0 },
}

export const operator = anOperator()
