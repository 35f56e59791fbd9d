import type { APIGatewayProxyEvent } from 'aws-lambda'
import { header } from '../../shared/http/http-message.ts'
import { endedCookie, schemeOf, signInCookie } from '../../shared/operators/rules/sign-in-cookie.ts'
import type { CookieChange } from '../../shared/operators/visitor-request.ts'

/** The response headers that change the cookie of the browser, if it changes. */
export function cookieHeaders(
  event: APIGatewayProxyEvent,
  change: CookieChange | undefined,
): Record<string, string> {
  if (change === undefined) return {}
  const scheme = schemeOf(header(event, 'origin'))
  const cookie =
    change === 'removed'
      ? endedCookie(scheme)
      : signInCookie(change.value, change.maxAgeSeconds, scheme)
  return { 'Set-Cookie': cookie }
}
