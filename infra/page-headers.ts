const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // A site that opens the page keeps no handle to it, and can't navigate it somewhere else.
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** No text ever becomes markup or script: the pages build what they show from elements. */
const trustedTypes = ["require-trusted-types-for 'script'", "trusted-types 'none'"]

/** The security headers of the pages; CloudFront and the local gateway send them with each page. */
export const pageHeaders: Record<string, string> = headers({ styles: "'self'", trustedTypes })

/** The API reference's component uses inline styles and markup, and its only input is the reader's own. */
export const docsHeaders: Record<string, string> = headers({
  styles: "'self' 'unsafe-inline'",
  trustedTypes: [],
})

type Differences = { styles: string; trustedTypes: readonly string[] }

function headers({ styles, trustedTypes }: Differences): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...trustedTypes,
  ]
  return { 'Content-Security-Policy': policy.join('; '), ...everywhere }
}
