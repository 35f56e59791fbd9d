import * as z from 'zod'

/** The highest index that addresses may have been given out at; BIP-32 ends at 2,147,483,647. */
export const derivationIndex = z.int().min(0).max(2_000_000_000)
