const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** The security headers of the pages; CloudFront and the local gateway send them with each page. */
export const pageHeaders: Record<string, string> = headers({ styles: "'self'" })

/** The API reference's component uses inline styles, and its only input is the reader's own. */
export const docsHeaders: Record<string, string> = headers({ styles: "'self' 'unsafe-inline'" })

function headers({ styles }: { styles: string }): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return { 'Content-Security-Policy': policy.join('; '), ...everywhere }
}
