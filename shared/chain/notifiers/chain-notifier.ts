/** A transfer that a notifier claims to have seen. A hint where to look, never believed by itself. */
export type TransferHint = {
  /** As given: any case. */
  to: string
  txHash: string
  /** ERC-20 contract; null for the native coin. */
  token: string | null
  amountBase: bigint
}

export type ParsedNotification =
  /** `network` as the registry writes it for this notifier. */
  | { kind: 'transfers'; network: string; hints: readonly TransferHint[] }
  /** The notifier tells of itself, such as a quota that is used up. */
  | { kind: 'notice'; message: string }
  | { kind: 'malformed'; reason: string }

export type SignedNotification = {
  /** The bytes as they came: the signature is over them. */
  rawBody: Uint8Array
  headers: Readonly<Record<string, string | undefined>>
}

/** A vendor that posts transfers as it sees them. One file each. */
export type ChainNotifier = {
  /** Whether the body was signed with this key; in constant time. */
  verify: (notification: SignedNotification, signingKey: string) => boolean
  parse: (rawBody: Uint8Array) => ParsedNotification
  /** The id of the chain of the registry that this notifier calls so. */
  chainIdOf: (network: string) => number | undefined
}
