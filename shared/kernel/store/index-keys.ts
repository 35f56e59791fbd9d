import type { Mode } from '../mode.ts'
import { spread } from './shards.ts'

/** Partition keys of the indexes. Partitions that every session writes to have shards. */
export const indexKeys = {
  paymentLinks: (mode: Mode): string => `${mode}#links`,
  sessions: (mode: Mode) => spread(mode, 'sessions'),
  sessionsOfLink: (mode: Mode, linkId: string) => spread(mode, `link#${linkId}#sessions`),
  sessionsByStatus: (mode: Mode, status: string) => spread(mode, `sessions#${status}`),
  customers: (mode: Mode) => spread(mode, 'customers'),
  events: (mode: Mode) => spread(mode, 'events'),
  eventsByType: (mode: Mode, type: string) => spread(mode, `events#${type}`),
  /** In the index of what is due, which has no copy of what is in them. */
  eventsOfLink: (mode: Mode, linkId: string) => spread(mode, `link#${linkId}#events`),
  eventsOfSession: (mode: Mode, sessionId: string): string => `${mode}#session#${sessionId}#events`,
  deliveriesOfEndpoint: (mode: Mode, endpointId: string) =>
    spread(mode, `endpoint#${endpointId}#deliveries`),
  /** Failed and cancelled ones. */
  undelivered: (mode: Mode, endpointId: string) =>
    spread(mode, `endpoint#${endpointId}#undelivered`),
  attemptsOfEndpoint: (mode: Mode, endpointId: string) =>
    spread(mode, `endpoint#${endpointId}#attempts`),
  deliveriesOfEvent: (mode: Mode, eventId: string): string => `${mode}#event#${eventId}#deliveries`,
  unmatchedDeposits: (mode: Mode): string => `${mode}#unmatched-deposits`,
  unmatchedProviderPayments: (mode: Mode): string => `${mode}#unmatched-provider-payments`,
  dueProviderOrders: (mode: Mode) => spread(mode, 'due#provider-orders'),
  /** Every holding, ordered by chain and asset. */
  holdings: (mode: Mode) => spread(mode, 'holdings'),
  sweeps: (mode: Mode): string => `${mode}#sweeps`,
  /** Holdings with something to sweep, and sweeps that are not final. */
  dueHoldings: (mode: Mode, chainId: number) => spread(mode, `due#holdings#${chainId}`),
  dueSweeps: (mode: Mode, chainId: number): string => `${mode}#due#sweeps#${chainId}`,
  /** Sweeps that have ended, and are to be compared with the chain again. */
  endedSweeps: (mode: Mode, chainId: number): string => `${mode}#due#ended-sweeps#${chainId}`,
  /** Closed addresses that are to be searched for unlisted tokens. */
  dueSearches: (mode: Mode) => spread(mode, 'due#searches'),
  dueSessions: (mode: Mode) => spread(mode, 'due#sessions'),
  dueDeliveries: (mode: Mode) => spread(mode, 'due#deliveries'),
  /** The transfers and sweeps of a transaction. */
  transaction: (mode: Mode, hash: string): string => `${mode}#transaction#${hash.toLowerCase()}`,
} as const
