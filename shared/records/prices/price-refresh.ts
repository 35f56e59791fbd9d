import * as z from 'zod'

/** Asks for newer prices of some pairs, and of every stablecoin. */
export const priceRefresh = z.lazy(() => z.object({ pairs: z.array(z.string()).max(20) }))
export type PriceRefresh = z.output<typeof priceRefresh>

/** Why something isn't newer afterwards. Newer values are in the table. */
export const priceRefreshed = z.lazy(() => z.object({ failures: z.array(z.string()) }))
export type PriceRefreshed = z.output<typeof priceRefreshed>
