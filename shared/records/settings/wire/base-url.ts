import * as z from 'zod'
import { fieldErrors } from '../../../kernel/wire/field-problem.ts'

export const baseUrlSentences = {
  no_base_url_alone: 'must be a URL without a path, such as https://pay.example.com',
} as const

/** The URL at which callers and customers reach the service, without a trailing slash. */
export const baseUrl = z.lazy(() =>
  z
    .string()
    .regex(/^https?:\/\/[^/?#\s]+\/?$/, {
      error: fieldErrors(baseUrlSentences)('no_base_url_alone'),
    })
    .transform((text) => text.replace(/\/$/, '')),
)
