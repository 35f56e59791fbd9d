import { createHash } from 'node:crypto'
import { pageHeadersWith } from '../shared/http/rules/page-policy.ts'
import { earlyScript } from '../static-checkout/early-script.ts'

const earlyHash = createHash('sha256').update(earlyScript).digest('base64')

/** The security headers of the pages; CloudFront and the local gateway send them with each page. */
export const pageHeaders: Record<string, string> = pageHeadersWith({
  scripts: `'self' 'sha256-${earlyHash}'`,
})

/** Those of the dashboard and the documentation: nothing of another origin, and no other site may frame it. */
export const strictPageHeaders: Record<string, string> = pageHeadersWith()
