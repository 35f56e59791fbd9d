import type { Fetch } from '../../http/client/guarded-fetch.ts'

/** A transfer that a notifier claims to have seen. It only tells where to scan, and is never trusted by itself. */
export type TransferHint = {
  /** In any letter case, as received. */
  to: string
  txHash: string
  /** ERC-20 contract; null for the native coin. */
  token: string | null
  amountBase: bigint
}

export type ParsedNotification =
  | {
      kind: 'transfers'
      chainId: number | undefined
      network: string
      hints: readonly TransferHint[]
    }
  /** The notifier reports about itself, such as an exhausted quota. */
  | { kind: 'notice'; message: string }
  | { kind: 'malformed'; reason: string }

export type SignedNotification = {
  /** The bytes as received: the signature covers them. */
  rawBody: Uint8Array
  headers: Readonly<Record<string, string | undefined>>
}

/** A webhook in a vendor's account. It posts transfers to its addresses on one chain. */
export type VendorWebhook = {
  id: string
  /** Undefined for a network that is not in the registry. */
  chainId: number | undefined
  url: string
  active: boolean
}

type CreatedWebhook = { id: string; signingKey: string }

/** Addresses to add to a webhook and to remove; at most `addressesPerRequest` of each, in lower case. */
type AddressChanges = { add?: readonly string[]; remove?: readonly string[] }

/**
 * Methods to manage a vendor's account. All of them throw `VendorRefused` for a token that is not accepted, and
 * `VendorFailed` for anything else; each may be repeated.
 */
export type VendorAccount = {
  webhooks: () => Promise<VendorWebhook[]>
  create: (webhook: { chainId: number; url: string }) => Promise<CreatedWebhook>
  resume: (webhookId: string) => Promise<void>
  remove: (webhookId: string) => Promise<void>
  changeAddresses: (webhookId: string, changes: AddressChanges) => Promise<void>
  /** All addresses of a webhook, in lower case, page by page. */
  addresses: (webhookId: string) => AsyncGenerator<string[]>
}

export type AccountOptions = {
  token: string
  /** Replaces the vendor's host; only on a local instance. */
  baseUrl?: string | undefined
  fetch: Fetch
}

/** A vendor that posts transfers as it sees them. One file each. */
export type ChainNotifier = {
  /** Whether the body was signed with this key, and not too long ago; in constant time. */
  verify: (notification: SignedNotification, key: { signingKey: string; now: Date }) => boolean
  /** Whether it is an unsigned test call, which gets a 200 and is ignored. */
  isPing?: (notification: SignedNotification) => boolean
  parse: (rawBody: Uint8Array) => ParsedNotification
  supports: (chainId: number) => boolean
  maxAddresses: number
  addressesPerRequest: number
  account: (options: AccountOptions) => VendorAccount
}
