import * as z from 'zod'
import {
  dueInstanceDeliveries,
  loadInstanceDeliveryHealth,
} from '../../shared/admin/instance-webhook/store/instance-deliveries.ts'
import { loadInstanceWebhook } from '../../shared/admin/instance-webhook/store/instance-webhook.ts'
import { loadMovedData } from '../../shared/admin/moving/store/moved-data.ts'
import { loadCredentials } from '../../shared/admin/operators/store/credentials.ts'
import { listInvitations } from '../../shared/admin/operators/store/invitations.ts'
import { loadOperator, loadStaff } from '../../shared/admin/operators/store/operators.ts'
import { loadOwnerMail } from '../../shared/admin/operators/store/owner-mail.ts'
import { loadSetupProgress } from '../../shared/admin/operators/store/setup-progress.ts'
import { loadSetupToken } from '../../shared/admin/operators/store/setup-token.ts'
import { loadWork } from '../../shared/admin/operators/store/work.ts'
import { listWrongCodes } from '../../shared/admin/operators/store/wrong-codes.ts'
import { listDestinations } from '../../shared/admin/sale-notices/store/notice-destinations.ts'
import { latestDay } from '../../shared/admin/statistics/store/day-statistics.ts'
import { loadViews } from '../../shared/admin/views/store/views.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { pageAuditEntries } from '../../shared/kernel/store/audit-log.ts'
import { moment } from '../../shared/kernel/store/codecs.ts'
import { readItem } from '../../shared/kernel/store/read-item.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { listConnections } from '../../shared/merchant/notifiers/store/notifier-connections.ts'
import {
  firstNotifiedAt,
  listHealth,
} from '../../shared/merchant/notifiers/store/notifier-health.ts'
import { listNotifierKeys } from '../../shared/merchant/notifiers/store/notifier-keys.ts'
import { listWatchedChains } from '../../shared/merchant/notifiers/store/watched-chains.ts'
import { listStates } from '../../shared/merchant/providers/store/integration-states.ts'
import { ordersOfSession } from '../../shared/merchant/providers/store/provider-orders.ts'
import { paymentsOfSession } from '../../shared/merchant/providers/store/provider-payments.ts'
import { referredSessions } from '../../shared/merchant/providers/store/referred-sessions.ts'
import { loadAcknowledgments } from '../../shared/money/books/store/book-acknowledgments.ts'
import { loadFindings } from '../../shared/money/books/store/book-findings.ts'
import { loadBookOrder, loadRounds } from '../../shared/money/books/store/book-rounds.ts'
import { listPayoutWallets } from '../../shared/money/payout-wallets/store/payout-wallets.ts'
import { loadProviderRefund } from '../../shared/money/refunds/store/provider-refunds.ts'
import { loadRefund } from '../../shared/money/refunds/store/refunds.ts'
import { loadAbandonRequests } from '../../shared/money/sweeps/store/abandon-requests.ts'
import { loadGasCheck } from '../../shared/money/sweeps/store/gas-levels.ts'
import { recentGasUse } from '../../shared/money/sweeps/store/gas-use.ts'
import { nextNonce } from '../../shared/money/sweeps/store/senders.ts'
import { listPreviews } from '../../shared/money/sweeps/store/sweep-previews.ts'
import { loadRequests } from '../../shared/money/sweeps/store/sweep-requests.ts'
import { loadTurn } from '../../shared/money/sweeps/store/sweep-turns.ts'
import { loadSweepWatch } from '../../shared/money/sweeps/store/sweep-watch.ts'
import {
  loadUnlistedProgress,
  loadUnlistedRequests,
} from '../../shared/money/sweeps/store/unlisted-sweeps.ts'
import { loadCheckoutSession } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { loadHoldings } from '../../shared/payments/holdings/store/holdings.ts'
import { loadSweep, loadTransaction } from '../../shared/payments/holdings/store/sweeps.ts'
import { loadAddressMovements } from '../../shared/payments/ledger/store/address-movements.ts'
import { findAddresses } from '../../shared/payments/ledger/store/addresses.ts'
import { closedAddresses } from '../../shared/payments/ledger/store/closed-addresses.ts'
import { loadClosedRounds } from '../../shared/payments/ledger/store/closed-rounds.ts'
import { loadTransfers } from '../../shared/payments/ledger/store/transfers.ts'
import { loadUnlistedSearches } from '../../shared/payments/ledger/store/unlisted-searches.ts'
import { loadUnmatchedDeposits } from '../../shared/payments/ledger/store/unmatched-deposits.ts'
import { listNetworkReach } from '../../shared/payments/networks/store/network-reach.ts'
import { listNetworks } from '../../shared/payments/networks/store/networks.ts'
import { loadQuote } from '../../shared/payments/quotes/store/quotes.ts'
import { knownDerivationIndices } from '../../shared/payments/wallet/store/derivation-counter.ts'
import { listAccountKeys, loadMnemonic } from '../../shared/payments/wallet/store/wallet.ts'
import { listGasWallets } from '../../shared/payments/wallet/store/wallet-addresses.ts'
import { listWalletRecords } from '../../shared/payments/wallet/store/wallet-records.ts'
import { listApiKeyUses } from '../../shared/records/api-keys/store/api-key-uses.ts'
import { findApiKey, loadApiKeys } from '../../shared/records/api-keys/store/api-keys.ts'
import { findCustomerId, loadCustomer } from '../../shared/records/customers/store/customers.ts'
import { listErasures } from '../../shared/records/customers/store/erasures.ts'
import { loadRecentCustomers } from '../../shared/records/customers/store/recent-customers.ts'
import { listIntegrationsOf } from '../../shared/records/integrations/store/integrations.ts'
import { loadDelivery } from '../../shared/records/outbox/store/deliveries.ts'
import { listAttempts } from '../../shared/records/outbox/store/delivery-attempts.ts'
import { loadEvent } from '../../shared/records/outbox/store/events.ts'
import {
  countedEndpoints,
  loadWebhookEndpoint,
} from '../../shared/records/outbox/store/webhook-endpoints.ts'
import {
  findLinkOfSlug,
  loadPaymentLink,
} from '../../shared/records/payment-links/store/payment-links.ts'
import { instanceCreation, loadInstance } from '../../shared/records/settings/store/instance.ts'
import { settingsKeys } from '../../shared/records/settings/store/keys.ts'
import { loadLogo } from '../../shared/records/settings/store/logo.ts'
import { loadStoredSettings } from '../../shared/records/settings/store/settings.ts'
import { createdAt } from '../factories.ts'
import type { StoredItem } from './real-runs.ts'

/** The parts of an item's key, and the item. */
type Named = { mode: Mode; id: string; sk: string; item: StoredItem }

type Read = (table: Table, named: Named) => Promise<unknown>

const ofSession =
  <Result>(read: (table: Table, of: { mode: Mode; sessionId: string }) => Promise<Result>): Read =>
  (table, { mode, id: sessionId }) =>
    read(table, { mode, sessionId })

const byId =
  <Result>(read: (table: Table, mode: Mode, id: string) => Promise<Result>): Read =>
  (table, { mode, id }) =>
    read(table, mode, id)

const ofMode =
  <Result>(read: (table: Table, mode: Mode) => Promise<Result>): Read =>
  (table, { mode }) =>
    read(table, mode)

/** Every fixture that is read by chain has this chain. */
const chainId = 31337
const chainIds = [chainId]

const times = z.object({ requestedAt: moment })

const timesOf = (item: StoredItem) => times.parse(item)

const ownerOfTransfer = z.object({ refundId: z.string() })

/** How this version reads what a release stored. */
export const readers: Readonly<Record<string, Read>> = {
  paymentLink: byId(loadPaymentLink),
  slug: (table, { id }) => findLinkOfSlug(table, id),
  quote: byId(loadQuote),
  session: byId(loadCheckoutSession),
  address: (table, { id }) => findAddresses(table, [id]),
  transfer: ofSession(loadTransfers),
  addressMovement: ofSession(loadAddressMovements),
  unmatchedDeposit: ofSession(loadUnmatchedDeposits),
  unlistedSearch: ofSession(loadUnlistedSearches),
  providerOrder: ofSession(ordersOfSession),
  providerPayment: ofSession(paymentsOfSession),
  refund: byId(loadRefund),
  providerRefund: byId(loadProviderRefund),
  refundTransfer: (table, { item: { pk, sk } }) => readItem(table, { pk, sk }, ownerOfTransfer),
  holding: ofSession(loadHoldings),
  sweep: byId(loadSweep),
  sweepTransaction: (table, { mode, id }) => loadTransaction(table, { mode, id }),
  abandonRequest: ofMode(loadAbandonRequests),
  sweepPreview: ofMode(listPreviews),
  bookRounds: ofMode(loadRounds),
  bookFinding: (table, { mode }) => loadFindings(table, { mode, limit: 1 }),
  bookAcknowledgment: ofMode(loadAcknowledgments),
  bookOrder: ofMode(loadBookOrder),
  customer: byId(loadCustomer),
  event: byId(loadEvent),
  dayStatistics: ofMode(latestDay),
  webhookEndpoint: (table, { mode, sk }) => loadWebhookEndpoint(table, mode, sk),
  delivery: byId(loadDelivery),
  deliveryAttempt: (table, { mode, id: deliveryId }) => listAttempts(table, { mode, deliveryId }),
  apiKey: (table, { id }) => findApiKey(table, id),
  apiKeyList: ofMode(loadApiKeys),
  apiKeyUse: ofMode(listApiKeyUses),
  settings: ofMode(loadStoredSettings),
  logo: ofMode(loadLogo),
  network: ofMode(listNetworks),
  notifier: ofMode(listConnections),
  noticeDestination: ofMode(listDestinations),
  notifierKey: (table) => listNotifierKeys(table, 'alchemy'),
  watchedChain: ofMode(listWatchedChains),
  integration: ofMode(listIntegrationsOf),
  integrationState: ofMode(listStates),
  payoutWallet: ofMode(listPayoutWallets),
  wallet: ofMode(listAccountKeys),
  addedWallet: ofMode(listAccountKeys),
  mnemonic: (table) => loadMnemonic(table, 'wallet-1'),
  addedMnemonic: (table, { sk }) => loadMnemonic(table, sk),
  gasWallet: ofMode(listGasWallets),
  'counter derivation': ofMode(knownDerivationIndices),
  'counter webhook-endpoints': ofMode(countedEndpoints),
  instance: loadInstance,
  operator: (table, { sk }) => loadOperator(table, sk),
  'credential password': (table, { id }) => loadCredentials(table, id),
  'credential passkey': (table, { id }) => loadCredentials(table, id),
  'credential recovery-code': (table, { id }) => loadCredentials(table, id),
  'credential totp': (table, { id }) => loadCredentials(table, id),
  invitation: (table) => listInvitations(table, new Date(0)),
  setupProgress: loadSetupProgress,
  setupToken: loadSetupToken,
  views: (table, { sk }) => loadViews(table, sk),
  work: (table, { id }) => loadWork(table, id),
  auditEntry: (table, { mode }) => pageAuditEntries(table, { mode }, { limit: 10 }),
  closedAddress: (table, { mode }) =>
    closedAddresses(table, { mode, from: '', to: '9', cursor: null, limit: 10 }),
  closedRounds: (table, { mode }) => loadClosedRounds(table, { mode, chainIds }),
  customerEmail: byId(findCustomerId),
  erasure: ofMode(listErasures),
  customerNumbers: ofMode(loadRecentCustomers),
  recentCustomer: ofMode(loadRecentCustomers),
  unlistedProgress: (table, { mode, sk, item }) => {
    const [, , sessionId = '', tokenAddress = ''] = sk.split('#')
    const money = { mode, chainId, sessionId, tokenAddress }
    return loadUnlistedProgress(table, { ...money, ...timesOf(item) })
  },
  unlistedRequest: (table, { mode }) => loadUnlistedRequests(table, { mode, chainId }),
  gasCheck: (table, { mode }) => loadGasCheck(table, { mode, chainId }),
  sweepWatch: (table, { mode }) => loadSweepWatch(table, { mode, chainId }),
  gasUse: (table, { mode, sk }) => recentGasUse(table, { mode, chainId, now: new Date(sk) }),
  movedData: loadMovedData,
  notified: (table, { mode, id: sessionId }) =>
    firstNotifiedAt(table, { mode, sessionId, notifier: 'alchemy', chainId }),
  networkReach: ofMode(listNetworkReach),
  notifierHealth: ofMode(listHealth),
  'providerReference order': byId(referredSessions),
  'providerReference payment': byId(referredSessions),
  'providerReference vendor': byId(referredSessions),
  sender: (table, { mode, sk: address }) => nextNonce(table, { mode, chainId, address }),
  staff: loadStaff,
  sweepRequest: ofMode(loadRequests),
  sweepPreviewRequest: ofMode(loadRequests),
  sweepTurn: (table, { mode }) => loadTurn(table, { mode, chainId }),
  walletRecord: readWalletRecords,
  wrongCodes: (table) => listWrongCodes(table),
  ownerMail: loadOwnerMail,
  instanceWebhook: loadInstanceWebhook,
  instanceDelivery: (table) =>
    dueInstanceDeliveries(table, { until: new Date('2100-01-01'), limit: 10 }),
  instanceDeliveryHealth: loadInstanceDeliveryHealth,
}

const transient = 'it is valid for a day at most'
const madeAgain = 'it is made again'

/** Why kinds need no reader. */
export const notRead: Readonly<Record<string, string>> = {
  browser: 'without it, its wrong codes count with those of others',
  challenge: transient,
  'credential pending-totp': transient,
  'credential wizard-proof': transient,
  export: transient,
  exportPart: transient,
  guesses: transient,
  idempotency: transient,
  latestWork: transient,
  rate: transient,
  scanRequest: transient,
  sendSlot: transient,
  signIn: transient,
  signInSeen: transient,
  pegReadings: madeAgain,
  price: madeAgain,
  providerEvent:
    'its key is a hash of what it stands for, and a callback that is handled twice is harmless',
  sessionWithPair: 'it is nothing but its key',
  sessionOfCustomer: 'it is nothing but its key',
  word: 'it is nothing but its key',
}

/** The first wallet is in the instance, without which there is none. */
async function readWalletRecords(table: Table): Promise<unknown> {
  const firstAddresses = { live: '0x1', test: '0x2' }
  await transact(table, [instanceCreation({ firstAddresses, setUpAt: createdAt })])
  try {
    return await listWalletRecords(table)
  } finally {
    await transact(table, [{ Delete: { Key: settingsKeys.instance() } }])
  }
}
