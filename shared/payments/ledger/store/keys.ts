import type { Mode } from '../../../kernel/mode.ts'
import type { Key, SpreadKey } from '../../../kernel/store/keys.ts'
import { spread } from '../../../kernel/store/shards.ts'
import { closingHour } from '../rules/closed-tiers.ts'

export const ledgerPartitions = {
  /** Closed sessions whose addresses are scanned in rounds, ordered by the hour in which they closed. */
  closedAddresses: (mode: Mode) => spread(mode, 'closed-addresses'),
} as const

export const ledgerKeys = {
  transfer: (mode: Mode, sessionId: string, transferKey: string): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `transfer#${transferKey}`,
  }),
  addressMovement: (mode: Mode, sessionId: string, name: string): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `movement#${name}`,
  }),
  /** When a session may be scanned again at the request of `asker`. Apart from the session, for those who may only ask. */
  scanRequest: (mode: Mode, sessionId: string, asker: string): Key => ({
    pk: `${mode}#scan-request#${sessionId}`,
    sk: asker,
  }),
  unmatchedDeposit: (mode: Mode, sessionId: string, asset: string): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `unmatched#${asset}`,
  }),
  unlistedSearch: (mode: Mode, sessionId: string, chainId: number): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `unlisted-search#${chainId}`,
  }),
  /** Addresses in lower case. */
  address: (address: string): Key => ({ pk: `address#${address.toLowerCase()}`, sk: 'address' }),
  closedAddress: (mode: Mode, closedAt: Date, sessionId: string): SpreadKey => ({
    partition: ledgerPartitions.closedAddresses(mode),
    sk: `${closingHour(closedAt)}#${sessionId}`,
  }),
  /** The progress of these rounds. */
  closedRounds: (mode: Mode): Key => ({ pk: `${mode}#closed-rounds`, sk: 'rounds' }),
} as const
