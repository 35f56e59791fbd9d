import type { Write } from './store/transact.ts'

/**
 * Writes of the caller's own that join the transaction which makes something, such as the record of the reply for
 * repetitions of the request. Where the condition of one fails, nothing is made.
 */
export type ExtraWrites<Made> = (made: Made) => Promise<Write[]> | Write[]

/** An extra write failed its condition: the same request was answered at the same moment. Nothing was made. */
export type Raced = { idempotencyRaced: true }
