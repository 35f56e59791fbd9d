import type { Mode } from '../../../shared/kernel/mode.ts'
import type { Operations } from '../operations.ts'

type Setup = Operations['show-setup']['output']

export type FirstStep = {
  name: 'wallet' | 'networks' | 'payouts' | 'key'
  isDone: boolean
  /** The page where it is done. */
  path: string
}

/** What a mode needs before it can accept payments, in the order in which it is best done. */
export function firstSteps({ isSetUp, modes }: Setup, mode: Mode): FirstStep[] {
  const {
    networks = [],
    payoutWallets = [],
    hasApiKey = false,
  } = modes.find((each) => each.mode === mode) ?? {}
  const isPaidOut = networks.length > 0 && networks.every((each) => payoutWallets.includes(each))
  return [
    { name: 'wallet', isDone: isSetUp, path: '/setup' },
    { name: 'networks', isDone: networks.length > 0, path: `/${mode}/networks` },
    { name: 'payouts', isDone: isPaidOut, path: `/${mode}/networks` },
    { name: 'key', isDone: hasApiKey, path: `/${mode}/keys` },
  ]
}
