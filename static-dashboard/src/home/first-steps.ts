import type { Mode } from '../../../shared/kernel/mode.ts'
import type { Operations } from '../operations.ts'

type Setup = Operations['show-setup']['output']

export type FirstStep = {
  name: 'wallet' | 'networks' | 'payouts' | 'key'
  isDone: boolean
  path: string
  /** Names of the networks that were deliberately left out. */
  leftOut?: readonly string[]
}

/**
 * Steps of a mode before it can accept payments, in the order in which it is best done. Who sweeps without the service needs
 * no payout wallet.
 */
export function firstSteps({ isSetUp, ownerSweeps, modes }: Setup, mode: Mode): FirstStep[] {
  const {
    networks = [],
    payoutWallets = [],
    leftOut = [],
    hasApiKey = false,
  } = modes.find((each) => each.mode === mode) ?? {}
  const decided = new Set([...payoutWallets, ...leftOut.map(({ chainId }) => chainId)])
  const isPaidOut = networks.length > 0 && networks.every((each) => decided.has(each))
  const names = leftOut.map(({ name }) => name)
  const payouts = {
    name: 'payouts' as const,
    isDone: isPaidOut,
    path: `/${mode}/payouts`,
    leftOut: names,
  }
  return [
    { name: 'wallet', isDone: isSetUp, path: '/setup' },
    { name: 'networks', isDone: networks.length > 0, path: `/${mode}/networks` },
    ...(ownerSweeps ? [] : [payouts]),
    { name: 'key', isDone: hasApiKey, path: `/${mode}/keys` },
  ]
}
