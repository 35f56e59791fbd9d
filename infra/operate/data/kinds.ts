import type { Key } from '../../../shared/kernel/store/keys.ts'
import { type KindName, kindOf } from './kind-of.ts'

/** Kinds of rows that are moved. The hash of an API key opens nothing, and with it merchants keep their keys. */
const moved = [
  'paymentLink',
  'slug',
  'session',
  'transfer',
  'addressMovement',
  'unmatchedDeposit',
  'holding',
  'sweep',
  'sweepTransaction',
  'sender',
  'gasUse',
  'auditEntry',
  'bookAcknowledgment',
  'refund',
  'refundTransfer',
  'providerRefund',
  'unlistedSearch',
  'address',
  'closedAddress',
  'closedRounds',
  'providerOrder',
  'providerPayment',
  'providerEvent',
  'quote',
  'customer',
  'sessionOfCustomer',
  'word',
  'customerEmail',
  'recentCustomer',
  'customerNumbers',
  'providerReference',
  'event',
  'dayStatistics',
  'delivery',
  'deliveryAttempt',
  'apiKey',
  'apiKeyList',
  'apiKeyUse',
  'counter derivation',
  'counter webhook-endpoints',
  'settings',
  'logo',
  'notified',
] as const satisfies readonly KindName[]

const setAgain = 'sealed by the old key: it is entered again'
const belongsToPeople = 'people get accounts on the new instance'
const isTransient = 'it is valid for a short time'
const isRequest = 'an order to the old instance'

/** All others, with the reason. What could only be opened by the old instance's key, or used to sign in, is left out. */
export const kindsLeftOut: Readonly<Record<Exclude<KindName, (typeof moved)[number]>, string>> = {
  webhookEndpoint: 'it is in the manifest, without what is sealed by the old key',
  networkReach: 'it describes the nodes of the old instance',
  wallet: 'setup stores it again, from the mnemonic',
  addedWallet: 'wallet add stores it again',
  mnemonic: 'the mnemonic is entered again',
  addedMnemonic: 'the mnemonic is entered again',
  walletRecord: 'wallet add stores it again',
  gasWallet: 'setup stores it again',
  instance: 'it says that setup is done',
  payoutWallet: setAgain,
  network: setAgain,
  integration: setAgain,
  integrationState: setAgain,
  notifierKey: setAgain,
  notifier: setAgain,
  watchedChain: 'the notifier is connected again',
  notifierHealth: isTransient,
  scanRequest: isTransient,
  sweepTurn: isTransient,
  gasCheck: isTransient,
  sweepWatch: isTransient,
  unlistedProgress: isRequest,
  sweepRequest: isRequest,
  sweepPreviewRequest: isRequest,
  abandonRequest: isRequest,
  unlistedRequest: isRequest,
  sweepPreview: isTransient,
  bookRounds: 'the books are compared with the chain again',
  bookFinding: 'the books are compared with the chain again',
  bookOrder: isRequest,
  sendSlot: isTransient,
  idempotency: 'it is valid for a day, and may hold a sealed secret',
  rate: isTransient,
  price: isTransient,
  pegReadings: isTransient,
  operator: belongsToPeople,
  staff: belongsToPeople,
  signIn: belongsToPeople,
  signInSeen: belongsToPeople,
  credential: belongsToPeople,
  challenge: belongsToPeople,
  guesses: belongsToPeople,
  wrongCodes: belongsToPeople,
  browser: belongsToPeople,
  invitation: belongsToPeople,
  views: belongsToPeople,
  work: isTransient,
  latestWork: isTransient,
  export: isTransient,
  exportPart: isTransient,
  setupProgress: 'setup is done again',
  movedData: 'it is about the instance',
  setupToken: 'it opens the old instance',
}

const movedKinds = new Set<string>(moved)

/** Whether a row is moved; undefined if its kind is unknown. */
export function isMoved(key: Key): boolean | undefined {
  const kind = kindOf(key)
  return kind === undefined ? undefined : movedKinds.has(kind)
}
