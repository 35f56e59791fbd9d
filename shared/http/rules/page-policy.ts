type Differences = {
  /** Origins of the sites that may frame the document; none may unless given. */
  embedOrigins?: readonly string[]
  scripts?: string
  styles?: string
  /** The sources that it shows in a frame, and what these may use, as in `allow`. */
  frame?: { origins: readonly string[]; allow: string }
}

const nothing = { origins: [], allow: '' } as const

/**
 * The headers of a document: it loads from its own origin only, submits no forms, and a site that opens it keeps no handle
 * to it.
 */
export function pageHeadersWith({
  embedOrigins = [],
  scripts = "'self'",
  styles = "'self'",
  frame = nothing,
}: Differences = {}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${frame.origins.join(' ') || "'none'"}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${embedOrigins.length > 0 ? embedOrigins.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': permissions(frame),
    // A frame may have to open a window of its own, such as that of a bank, and hear from it.
    'Cross-Origin-Opener-Policy': frame === nothing ? 'same-origin' : 'same-origin-allow-popups',
  }
}

const restricted = ['camera', 'geolocation', 'microphone', 'payment', 'usb']

/**
 * Forbids these features to everybody, except for what the frame needs. A document can only pass on permissions that it
 * has itself.
 */
function permissions({ origins, allow }: NonNullable<Differences['frame']>): string {
  const needed = allow.split(';').map((name) => name.trim())
  const allowed = origins.map((origin) => (origin === "'self'" ? 'self' : `"${origin}"`)).join(' ')
  return restricted.map((name) => `${name}=(${needed.includes(name) ? allowed : ''})`).join(', ')
}
