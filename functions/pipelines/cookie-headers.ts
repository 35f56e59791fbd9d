import type { APIGatewayProxyEvent } from 'aws-lambda'
import {
  browserCookie,
  browserCookieIn,
  endedCookie,
  schemeOf,
  signInCookie,
} from '../../shared/admin/operators/rules/sign-in-cookie.ts'
import { rememberedSeconds } from '../../shared/admin/operators/store/browsers.ts'
import { type HttpResponse, header } from '../../shared/http/http-message.ts'
import type { Client, CookieChange } from '../../shared/kernel/operation/visitor-request.ts'
import { viewerAddress } from './viewer-address.ts'

/** The response with the headers that change the cookies of the browser, if they change. */
export function withCookies(
  response: HttpResponse,
  event: APIGatewayProxyEvent,
  change: CookieChange | undefined,
): HttpResponse {
  if (change === undefined) return response
  return { ...response, multiValueHeaders: { 'Set-Cookie': cookies(event, change) } }
}

function cookies(event: APIGatewayProxyEvent, change: CookieChange): string[] {
  const scheme = schemeOf(header(event, 'origin'))
  if (change === 'removed') return [endedCookie(scheme)]
  const { value, maxAgeSeconds, browser } = change
  const own = browser === undefined ? [] : [browserCookie(browser, rememberedSeconds, scheme)]
  return [signInCookie(value, maxAgeSeconds, scheme), ...own]
}

/** The browser that sent a request. */
export function clientOf(event: APIGatewayProxyEvent): Client {
  const scheme = schemeOf(header(event, 'origin'))
  return {
    address: viewerAddress(event),
    userAgent: header(event, 'user-agent') ?? '',
    browser: browserCookieIn(header(event, 'cookie'), scheme),
  }
}
