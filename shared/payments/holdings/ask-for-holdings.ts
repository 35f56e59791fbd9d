import { askWithin } from '../../chain/nodes/ask-chain.ts'

/** A step of a search reads thousands of balances, which may take a busy node a while. */
export const askForHoldings = askWithin({ silenceMs: 15_000, totalMs: 60_000 })
