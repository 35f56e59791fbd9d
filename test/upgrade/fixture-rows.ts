import { apiKeyCreation, findApiKey } from '../../shared/api-keys/store/api-keys.ts'
import {
  loadCheckoutSession,
  sessionCreation,
  sessionReplacement,
} from '../../shared/checkout-sessions/store/sessions.ts'
import {
  customerCreation,
  customerUpdate,
  loadCustomer,
} from '../../shared/customers/store/customers.ts'
import { eventCreation, loadEvent } from '../../shared/events/store/events.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import type { Write } from '../../shared/kernel/store/transact.ts'
import {
  addressMovementWrite,
  loadAddressMovements,
} from '../../shared/ledger/store/address-movements.ts'
import { addressCreation, findAddresses } from '../../shared/ledger/store/addresses.ts'
import { closedAddressCreation } from '../../shared/ledger/store/closed-addresses.ts'
import {
  loadUnmatchedDeposits,
  unmatchedDepositWrite,
} from '../../shared/ledger/store/unmatched-deposits.ts'
import {
  loadNetwork,
  networkCreation,
  networkReplacement,
} from '../../shared/networks/store/networks.ts'
import {
  listWatchedChains,
  watchedChainReplacement,
} from '../../shared/networks/store/watched-chains.ts'
import {
  loadOperator,
  operatorChange,
  operatorCreation,
} from '../../shared/operators/store/operators.ts'
import {
  loadPaymentLink,
  paymentLinkCreation,
  paymentLinkReplacement,
} from '../../shared/payment-links/store/payment-links.ts'
import {
  findPayoutWallet,
  payoutWalletCreation,
  payoutWalletReplacement,
} from '../../shared/payout-wallets/store/payout-wallets.ts'
import { loadQuote, quoteConsumption, quoteCreation } from '../../shared/quotes/store/quotes.ts'
import { loadStoredSettings, settingsUpdate } from '../../shared/settings/store/settings.ts'
import { holdingWrite, loadHolding } from '../../shared/sweeps/store/holdings.ts'
import { loadSweep, sweepCreation, sweepReplacement } from '../../shared/sweeps/store/sweeps.ts'
import { accountKeyCreation, listAccountKeys } from '../../shared/wallet/store/wallet.ts'
import {
  deliveryReplacement,
  deliveryWrite,
  loadDelivery,
} from '../../shared/webhooks/store/deliveries.ts'
import { webhookEndpointUpdate } from '../../shared/webhooks/store/webhook-endpoint-changes.ts'
import {
  loadWebhookEndpoint,
  webhookEndpointCreation,
} from '../../shared/webhooks/store/webhook-endpoints.ts'
import { later } from '../factories.ts'
import * as one from './fixture-values.ts'

/** A row of the table as this version writes it, reads it, and writes it again. */
type Row = {
  creation: readonly Write[]
  read: (table: Table) => Promise<unknown>
  /** The next change of it, unless it is never changed. */
  change?: Write
}

const soon = later(60)

/** What a release keeps: every kind of row that money, merchants or people depend on. */
export const rows: Readonly<Record<string, Row>> = {
  'payment link': {
    creation: paymentLinkCreation(one.link),
    read: (table) => loadPaymentLink(table, 'test', one.link.id),
    change: paymentLinkReplacement({ ...one.link, title: 'Tea', updatedAt: soon }, one.link),
  },
  quote: {
    creation: [quoteCreation(one.quote)],
    read: (table) => loadQuote(table, 'test', one.quote.id),
    change: quoteConsumption(one.quote, { sessionId: one.session.id, at: soon }),
  },
  session: {
    creation: [sessionCreation(one.session, soon), addressCreation(one.session)],
    read: (table) => loadCheckoutSession(table, 'test', one.session.id),
    change: sessionReplacement({ ...one.session, version: 2, status: 'detected' }, 1, soon),
  },
  'deposit address': {
    creation: [],
    read: (table) => findAddresses(table, [one.session.address]),
  },
  'closed address': {
    creation: [closedAddressCreation({ ...one.session, closedAt: later(900) })],
    read: async () => undefined,
  },
  'address movement': {
    creation: [addressMovementWrite(one.ofSession, one.movement)],
    read: (table) => loadAddressMovements(table, one.ofSession),
    change: addressMovementWrite(one.ofSession, { ...one.movement, blockNumber: 13n }),
  },
  'unmatched deposit': {
    creation: [unmatchedDepositWrite(one.deposit, 0)],
    read: (table) => loadUnmatchedDeposits(table, one.deposit),
    change: unmatchedDepositWrite({ ...one.deposit, version: 2, dismissedBase: 5n }, 1),
  },
  holding: {
    creation: [holdingWrite(one.holding, 0)],
    read: (table) => loadHolding(table, one.holding),
    change: holdingWrite({ ...one.holding, version: 2, dueSince: null, checkAt: null }, 1),
  },
  sweep: {
    creation: [sweepCreation(one.sweep)],
    read: (table) => loadSweep(table, 'test', one.sweep.id),
    change: sweepReplacement({ ...one.sweep, version: 2, status: 'signed' }, 1),
  },
  customer: {
    creation: customerCreation(one.customer),
    read: (table) => loadCustomer(table, 'test', one.customer.id),
    change: customerUpdate(one.customer, { updatedAt: soon }),
  },
  event: {
    creation: [eventCreation(one.event)],
    read: (table) => loadEvent(table, 'test', one.event.id),
  },
  'webhook endpoint': {
    creation: webhookEndpointCreation(one.endpoint),
    read: (table) => loadWebhookEndpoint(table, 'test', one.endpoint.id),
    change: webhookEndpointUpdate(one.endpoint, { active: false }),
  },
  delivery: {
    creation: [deliveryWrite(one.delivery)],
    read: (table) => loadDelivery(table, 'test', one.delivery.id),
    change: deliveryReplacement({ ...one.delivery, version: 2, attemptsMade: 1 }, 1),
  },
  'API key': {
    creation: apiKeyCreation(one.apiKey),
    read: (table) => findApiKey(table, one.apiKey.prefix),
  },
  settings: {
    creation: [settingsUpdate('test', { sessionTtlSeconds: 600, businessName: 'Ana' })],
    read: (table) => loadStoredSettings(table, 'test'),
    change: settingsUpdate('test', { businessName: null }),
  },
  network: {
    creation: [networkCreation(one.network)],
    read: (table) => loadNetwork(table, 'test', one.network.chainId),
    change: networkReplacement({ ...one.network, version: 2 }),
  },
  'watched chain': {
    creation: [watchedChainReplacement('test', one.watched)],
    read: (table) => listWatchedChains(table, 'test'),
    change: watchedChainReplacement('test', { ...one.watched, registeredTo: 300 }),
  },
  'payout wallet': {
    creation: [payoutWalletCreation(one.payoutWallet)],
    read: (table) => findPayoutWallet(table, 'test', one.payoutWallet.chainId),
    change: payoutWalletReplacement({ ...one.payoutWallet, version: 2 }, 1),
  },
  'account key': {
    creation: [accountKeyCreation('test', one.accountKey)],
    read: (table) => listAccountKeys(table, 'test'),
  },
  operator: {
    creation: [operatorCreation(one.operator)],
    read: (table) => loadOperator(table, one.operator.id),
    change: operatorChange(one.operator, { name: 'Olga' }),
  },
}
