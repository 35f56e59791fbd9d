import * as z from 'zod'
import { isPlainUrl } from '../plain-url.ts'
import { isLocalUrl } from '../redirect-urls.ts'
import { fieldErrors } from './field-problem.ts'

const maxUrlLength = 2048

export const addressSentences = {
  no_url_but_host: 'must be an absolute URL: write http:// before it',
  no_absolute_url: 'must be an absolute URL that begins with https://',
  url_with_name: 'must have no user name and no password in it',
} as const

const addressError = fieldErrors(addressSentences)

/** HTTPS; http on localhost is checked once the instance's own address is known (`refuseInsecureUrls`). */
export const url = z.lazy(() =>
  z
    .string()
    .max(maxUrlLength)
    .refine(isPlainUrl, {
      error: (issue) => addressError(problemOf(String(issue.input)))(issue),
    })
    .describe('An instance on localhost also accepts http://localhost.')
    .meta({ format: 'uri', pattern: '^https://' }),
)

const placeholder =
  '`{CHECKOUT_SESSION_ID}` in it is replaced by the id of the session, which then shows the URL with it.'

function problemOf(text: string): keyof typeof addressSentences {
  if (isLocalUrl(`http://${text}`)) return 'no_url_but_host'
  const { username, password } = URL.parse(text) ?? {}
  return username || password ? 'url_with_name' : 'no_absolute_url'
}

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
