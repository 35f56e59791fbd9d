import * as z from 'zod'

/** A derivation index within the accepted range; BIP-32 ends at 2,147,483,647. */
export const derivationIndex = z.int().min(0).max(2_000_000_000)
