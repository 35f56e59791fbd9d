import { describe, expect, it } from 'vitest'
import type { RunningInstance } from '../instance.ts'
import { rowsUnder } from './limits-rows.ts'

/** Compares docs/limits.md with a running instance. */
export function checkLimits(running: () => RunningInstance): void {
  describe('docs/limits.md', () => {
    it.each([
      ['Checkout pages and files', '/checkout/cs_1'],
      ['Checkout pages and files', '/l/none'],
      ['Checkout pages and files', '/checkout/embed.css'],
      ['Dashboard', '/dashboard'],
      ['Guides and API reference', '/docs'],
    ])('%s: %s has the headers that it says', async (heading, path) => {
      const { headers } = await fetch(running().baseUrl + path)
      const rows = await rowsUnder(heading)
      expect(rows.length).toBeGreaterThan(3)
      expect(rows.map(([name = '']) => [name, headers.get(name)])).toEqual(rows)
      expect(headers.get('set-cookie')).toBeNull()
    })

    it('says what a response of the API has, and that no other site may read it', async () => {
      const { baseUrl, instance } = running()
      const response = await fetch(`${baseUrl}/api/v1/customers?limit=1`, {
        headers: {
          authorization: `Bearer ${instance.apiKeys.test}`,
          origin: 'https://shop.example',
        },
      })
      const names = [
        'x-request-id',
        'x-ratelimit-limit',
        'x-ratelimit-remaining',
        'x-ratelimit-reset',
      ]
      expect(names.filter((name) => !response.headers.has(name))).toEqual([])
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    })

    it('says how the cookies of a sign-in are set', async () => {
      const { baseUrl, instance } = running()
      const response = await fetch(`${baseUrl}/api/dashboard/sign-in-with-password`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: baseUrl,
          'x-quittance-dashboard': '1',
        },
        body: JSON.stringify(instance.owner),
      })
      expect(response.status).toBe(200)
      const rows = await rowsUnder('Cookies')
      const set = response.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, ''))
      const documented = rows.map(([name = '', , attributes = '']) =>
        `${name}; ${attributes}`.replace('__Host-', '').replace('Secure; ', ''),
      )
      expect(set.map(withoutAge)).toEqual(documented.map(withoutAge))
    })
  })
}

/** A sign-in lasts from when it began. */
function withoutAge(cookie: string): string {
  return cookie.replace(/Max-Age=\d+/, 'Max-Age')
}
