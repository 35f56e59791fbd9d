import * as z from 'zod'

/** What a message says, by a name of the dashboard's languages. */
export const words = z.lazy(() =>
  z.object({
    name: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
)
