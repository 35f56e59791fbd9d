import * as z from 'zod'

/** A message in the dashboard's languages, by its name there. */
export const words = z.lazy(() =>
  z.object({
    name: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
)
