import * as z from 'zod'
import { listApiKeyUses } from '../../shared/api-keys/store/api-key-uses.ts'
import { findApiKey, loadApiKeys } from '../../shared/api-keys/store/api-keys.ts'
import { loadAcknowledgments } from '../../shared/books/store/book-acknowledgments.ts'
import { loadFindings } from '../../shared/books/store/book-findings.ts'
import { loadBookOrder, loadRounds } from '../../shared/books/store/book-rounds.ts'
import { loadCheckoutSession } from '../../shared/checkout-sessions/store/sessions.ts'
import { findCustomerId, loadCustomer } from '../../shared/customers/store/customers.ts'
import { loadRecentCustomers } from '../../shared/customers/store/recent-customers.ts'
import { loadHoldings } from '../../shared/holdings/store/holdings.ts'
import { loadSweep, loadTransaction } from '../../shared/holdings/store/sweeps.ts'
import { listIntegrationsOf } from '../../shared/integrations/store/integrations.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { pageAuditEntries } from '../../shared/kernel/store/audit-log.ts'
import { moment } from '../../shared/kernel/store/codecs.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { loadAddressMovements } from '../../shared/ledger/store/address-movements.ts'
import { findAddresses } from '../../shared/ledger/store/addresses.ts'
import { closedAddresses } from '../../shared/ledger/store/closed-addresses.ts'
import { loadClosedRounds } from '../../shared/ledger/store/closed-rounds.ts'
import { loadTransfers } from '../../shared/ledger/store/transfers.ts'
import { loadUnlistedSearches } from '../../shared/ledger/store/unlisted-searches.ts'
import { loadUnmatchedDeposits } from '../../shared/ledger/store/unmatched-deposits.ts'
import { loadMovedData } from '../../shared/moving/store/moved-data.ts'
import { listNetworkReach } from '../../shared/networks/store/network-reach.ts'
import { listNetworks } from '../../shared/networks/store/networks.ts'
import { listConnections } from '../../shared/notifiers/store/notifier-connections.ts'
import { firstNotifiedAt, listHealth } from '../../shared/notifiers/store/notifier-health.ts'
import { listNotifierKeys } from '../../shared/notifiers/store/notifier-keys.ts'
import { listWatchedChains } from '../../shared/notifiers/store/watched-chains.ts'
import { loadCredentials } from '../../shared/operators/store/credentials.ts'
import { listInvitations } from '../../shared/operators/store/invitations.ts'
import { loadOperator, loadStaff } from '../../shared/operators/store/operators.ts'
import { loadSetupProgress } from '../../shared/operators/store/setup-progress.ts'
import { loadSetupToken } from '../../shared/operators/store/setup-token.ts'
import { loadWork } from '../../shared/operators/store/work.ts'
import { listWrongCodes } from '../../shared/operators/store/wrong-codes.ts'
import { loadDelivery } from '../../shared/outbox/store/deliveries.ts'
import { listAttempts } from '../../shared/outbox/store/delivery-attempts.ts'
import { loadEvent } from '../../shared/outbox/store/events.ts'
import {
  countedEndpoints,
  loadWebhookEndpoint,
} from '../../shared/outbox/store/webhook-endpoints.ts'
import { findLinkOfSlug, loadPaymentLink } from '../../shared/payment-links/store/payment-links.ts'
import { listPayoutWallets } from '../../shared/payout-wallets/store/payout-wallets.ts'
import { listStates } from '../../shared/providers/store/integration-states.ts'
import { ordersOfSession } from '../../shared/providers/store/provider-orders.ts'
import { paymentsOfSession } from '../../shared/providers/store/provider-payments.ts'
import { referredSessions } from '../../shared/providers/store/referred-sessions.ts'
import { loadQuote } from '../../shared/quotes/store/quotes.ts'
import { refundsOfSession } from '../../shared/refunds/store/refunds.ts'
import { instanceCreation, loadInstance } from '../../shared/settings/store/instance.ts'
import { settingsKeys } from '../../shared/settings/store/keys.ts'
import { loadLogo } from '../../shared/settings/store/logo.ts'
import { loadStoredSettings } from '../../shared/settings/store/settings.ts'
import { latestDay } from '../../shared/statistics/store/day-statistics.ts'
import { loadAbandonRequests } from '../../shared/sweeps/store/abandon-requests.ts'
import { loadGasCheck } from '../../shared/sweeps/store/gas-levels.ts'
import { recentGasUse } from '../../shared/sweeps/store/gas-use.ts'
import { nextNonce } from '../../shared/sweeps/store/senders.ts'
import { listPreviews } from '../../shared/sweeps/store/sweep-previews.ts'
import { loadRequests } from '../../shared/sweeps/store/sweep-requests.ts'
import { loadTurn } from '../../shared/sweeps/store/sweep-turns.ts'
import { loadSweepWatch } from '../../shared/sweeps/store/sweep-watch.ts'
import {
  loadUnlistedProgress,
  loadUnlistedRequests,
} from '../../shared/sweeps/store/unlisted-sweeps.ts'
import { loadViews } from '../../shared/views/store/views.ts'
import { knownDerivationIndices } from '../../shared/wallet/store/derivation-counter.ts'
import { listAccountKeys, loadMnemonic } from '../../shared/wallet/store/wallet.ts'
import { listGasWallets } from '../../shared/wallet/store/wallet-addresses.ts'
import { listWalletRecords } from '../../shared/wallet/store/wallet-records.ts'
import { createdAt } from '../factories.ts'
import type { StoredItem } from './real-runs.ts'

/** What the key of an item says of it, and the item. */
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

/** Of all rows of chains among the fixtures that are read by chain. */
const chainId = 31337
const chainIds = [chainId]

const times = z.object({ requestedAt: moment })

const timesOf = (item: StoredItem) => times.parse(item)

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
  refund: ofSession(refundsOfSession),
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
  sessionOfCustomer: 'it is nothing but its key',
  sessionWithValue: 'it is nothing but its key',
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
