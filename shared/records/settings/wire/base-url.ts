import * as z from 'zod'

/** The URL at which callers and customers reach the service, without a trailing slash. */
export const baseUrl = z.lazy(() =>
  z
    .string()
    .regex(/^https?:\/\/[^/?#\s]+\/?$/, {
      error: 'must be a URL without a path, such as https://pay.example.com',
    })
    .transform((text) => text.replace(/\/$/, '')),
)
