/** Merchants write this into a URL; tools that build URLs encode its braces. */
const placeholder = /(?:\{|%7B)CHECKOUT_SESSION_ID(?:\}|%7D)/gi

/** A merchant's URL with the id of the session in place of `{CHECKOUT_SESSION_ID}`. */
export function urlOfSession(url: string | null, sessionId: string): string | null {
  return url?.replace(placeholder, () => sessionId) ?? null
}
