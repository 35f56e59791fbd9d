import type { AskChain } from '../../chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'

export type FindRefundsServices = SessionEventDeps & {
  ask: AskChain
  /** Every enabled chain of a mode. */
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
  /** The number of blocks to search at a time, so that a round ends however long a chain was out of reach. */
  mostBlocks: bigint
  /** Called with what could not be read; the next round tries again. */
  onFailure: (error: unknown) => void
}
