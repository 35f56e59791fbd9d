import * as z from 'zod'
import { isPlainUrl } from '../plain-url.ts'
import { isLocalUrl } from '../redirect-urls.ts'
import { fieldErrors } from './field-problem.ts'

const maxUrlLength = 2048

export const addressSentences = {
  no_url_but_host: 'must be an absolute URL: write http:// before it',
  no_absolute_url: 'must be an absolute URL that begins with https://',
} as const

const addressError = fieldErrors(addressSentences)

/** HTTPS; http on localhost is checked once the instance's own address is known (`refuseInsecureUrls`). */
export const url = z.lazy(() =>
  z
    .string()
    .max(maxUrlLength)
    .refine(isPlainUrl, {
      error: (issue) =>
        addressError(isLocalUrl(`http://${issue.input}`) ? 'no_url_but_host' : 'no_absolute_url')(
          issue,
        ),
    })
    .describe('An instance on localhost also accepts http://localhost.')
    .meta({ format: 'uri', pattern: '^https://' }),
)

const placeholder =
  '`{CHECKOUT_SESSION_ID}` in it is replaced by the id of the session, which then shows the URL with it.'

/** Where a page sends customers, of a session or of each session of a link. */
export const redirectUrl = {
  successUrl: z.lazy(() =>
    url
      .nullable()
      .describe(`Where customers continue after the payment. ${placeholder} Anyone can open it.`),
  ),
  cancelUrl: z.lazy(() =>
    url.nullable().describe(`Where customers go who leave without paying. ${placeholder}`),
  ),
  returnUrl: z.lazy(() =>
    url
      .nullable()
      .describe(
        `Where customers go if the URL that fits is missing: after the payment without \`successUrl\`, and else without \`cancelUrl\`. ${placeholder}`,
      ),
  ),
} as const
