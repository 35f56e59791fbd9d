import { askWithin } from '../../shared/chain/ask-chain.ts'

/** A step of a search reads thousands of balances, which a busy node may take its time for. */
export const askForHoldings = askWithin({ silenceMs: 15_000, totalMs: 60_000 })
