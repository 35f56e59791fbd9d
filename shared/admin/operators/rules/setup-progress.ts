/** The owner's decisions in the first-run wizard that nothing else shows. */
export type SetupProgress = {
  /** Ids of the chains that deliberately have no payout wallet. */
  leftOut: readonly number[]
  /** The link of the test payment, and its latest session; null before there is one. */
  testPayment: TestPayment | null
  version: number
}

type TestPayment = { slug: string; sessionId: string | null }

export const noProgress: SetupProgress = { leftOut: [], testPayment: null, version: 0 }

type Chain = { chainId: number }

/** The enabled chains without a payout wallet: those that were left out, and those that still lack one. */
export function withoutPayout<Network extends Chain>(
  networks: readonly Network[],
  payoutWallets: readonly Chain[],
  { leftOut }: Pick<SetupProgress, 'leftOut'>,
): { leftOut: Network[]; missing: Network[] } {
  const paidOut = new Set(payoutWallets.map(({ chainId }) => chainId))
  const without = networks.filter(({ chainId }) => !paidOut.has(chainId))
  return {
    leftOut: without.filter(({ chainId }) => leftOut.includes(chainId)),
    missing: without.filter(({ chainId }) => !leftOut.includes(chainId)),
  }
}
