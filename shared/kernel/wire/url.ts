import * as z from 'zod'
import { isLocalUrl } from '../redirect-urls.ts'

const maxUrlLength = 2048

/** HTTPS; http on localhost is checked once the instance's own address is known (`refuseInsecureUrls`). */
export const url = z.lazy(() =>
  z
    .string()
    .max(maxUrlLength)
    .refine(isPlainUrl, { error: 'must be an absolute URL that begins with https://' })
    .describe('An instance on localhost also accepts http://localhost.')
    .meta({ format: 'uri', pattern: '^https://' }),
)

function isPlainUrl(text: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(text)) return false
  if (!/^https:\/\//i.test(text) && !isLocalUrl(text)) return false
  const parsed = URL.parse(text)
  return parsed !== null && parsed.username === '' && parsed.password === ''
}
