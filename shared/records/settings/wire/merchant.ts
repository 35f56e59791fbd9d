import * as z from 'zod'

/** The merchant as the hosted page shows them; null is not shown. */
export const merchantView = z.lazy(() =>
  z.object({
    name: z.string().nullable(),
    /** A path of this service: the page requests nothing from other sites. */
    logoUrl: z.string().nullable(),
    accentColor: z.string().nullable(),
    /** The color of text on the accent color. */
    onAccentColor: z.string().nullable(),
    /** `mailto:` or `https:` */
    supportUrl: z.string().nullable(),
  }),
)
