/** A transfer that a notifier claims to have seen. It only says what to scan, and is never trusted by itself. */
export type TransferHint = {
  /** In any case, as received. */
  to: string
  txHash: string
  /** ERC-20 contract; null for the native coin. */
  token: string | null
  amountBase: bigint
}

export type ParsedNotification =
  /** `network` as the registry writes it for this notifier. */
  | { kind: 'transfers'; network: string; hints: readonly TransferHint[] }
  /** The notifier reports about itself, such as an exhausted quota. */
  | { kind: 'notice'; message: string }
  | { kind: 'malformed'; reason: string }

export type SignedNotification = {
  /** The bytes as received: the signature covers them. */
  rawBody: Uint8Array
  headers: Readonly<Record<string, string | undefined>>
}

/** A vendor that posts transfers as it sees them. One file each. */
export type ChainNotifier = {
  /** Whether the body was signed with this key; in constant time. */
  verify: (notification: SignedNotification, signingKey: string) => boolean
  parse: (rawBody: Uint8Array) => ParsedNotification
  /** The registry's id of the chain that this notifier calls by that name. */
  chainIdOf: (network: string) => number | undefined
}
