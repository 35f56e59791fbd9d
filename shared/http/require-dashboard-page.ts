import type { APIGatewayProxyEvent } from 'aws-lambda'
import { header } from './http-message.ts'
import { refuseDashboard } from './rules/dashboard-refusals.ts'

/** Values from browsers with requests of our own pages; earlier versions of some, and other clients, send nothing. */
const ownSites = [undefined, 'same-origin']

/**
 * Throws `insufficient_scope` unless a page of the dashboard sent it: no other site can add the header, because browsers
 * ask us first whether it may, and nothing here allows it.
 */
export function requireDashboardPage(event: APIGatewayProxyEvent): void {
  const isOwn = ownSites.includes(header(event, 'sec-fetch-site')) && isOwnOrigin(event)
  if (isOwn && header(event, 'x-quittance-dashboard') === '1') return
  throw refuseDashboard('only_dashboard_pages')
}

/** The gateway overwrites the viewer's host, so a browser can't choose it. */
function isOwnOrigin(event: APIGatewayProxyEvent): boolean {
  const origin = header(event, 'origin')
  const host = header(event, 'x-viewer-host')
  if (origin === undefined || host === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}
