import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const networkKeys = {
  /** Enabled chains of a mode, in one partition, so that one query finds them all. */
  network: (mode: Mode, chainId: number): Key => ({
    pk: `${mode}#networks`,
    sk: String(chainId),
  }),
  /** The operators of a chain's nodes that were last missing. */
  networkReach: (mode: Mode, chainId: number): Key => ({
    pk: `${mode}#network-reach`,
    sk: String(chainId),
  }),
} as const
