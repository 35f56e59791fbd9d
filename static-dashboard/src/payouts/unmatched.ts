/** A deposit or a provider's payment that no session counts. */
export type Unmatched = {
  cursor: string
  title: string
  seenAt: string
  /** Its name within its session. */
  id: string
  sessionId: string
  /** With its coin or currency. */
  amount: string
  why: string
  isAcceptable: boolean
  /** Whether it can be refunded on its chain. */
  isRefundable: boolean
  /** Set if the token is not listed: it is only swept on an owner's order. */
  unlisted: { chainId: number; address: string; tokenAddress: string } | null
}
