type Differences = {
  /** Origins of the sites that may frame the document; none may unless given. */
  embedOrigins?: readonly string[]
  scripts?: string
  styles?: string
  /** Whether text can become markup or script. */
  inlineMarkup?: boolean
}

/**
 * The headers of a document: it loads from its own origin only, submits no forms, and a site that opens it keeps no handle
 * to it.
 */
export function pageHeadersWith({
  embedOrigins = [],
  scripts = "'self'",
  styles = "'self'",
  inlineMarkup = false,
}: Differences = {}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${embedOrigins.length > 0 ? embedOrigins.join(' ') : "'none'"}`,
    ...(inlineMarkup ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
}
