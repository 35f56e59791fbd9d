import * as z from 'zod'
import { derivationIndex } from './derivation-index.ts'

/** The last step of a search may take a minute, and the function's time ends at 300 seconds. */
const maxSearchSeconds = 200

/**
 * Time limit for the search of a page: API Gateway waits for 29 seconds, and a mnemonic is not left to the background.
 */
export const pageSearchSeconds = 20

/** A mnemonic, and the owner's statement about its use elsewhere. */
export const givenMnemonic = {
  mnemonic: z.string(),
  /** Whether it was never used to derive addresses. */
  mnemonicIsNew: z.boolean().default(false),
  /** Whether somebody has confirmed that it may hold money. Otherwise it is refused, unless it is declared new. */
  mayHoldMoney: z.boolean().default(false),
  /** The highest index in use, by mode, if known from elsewhere, such as a notifier's list. */
  highestIndex: z
    .strictObject({
      live: derivationIndex.exactOptional(),
      test: derivationIndex.exactOptional(),
    })
    .default({}),
  /** Total time to search the chains for money at used addresses. */
  searchSeconds: z.int().min(0).max(maxSearchSeconds).default(maxSearchSeconds),
} as const
