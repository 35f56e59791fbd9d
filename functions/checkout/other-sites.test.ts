import { describe, expect, it } from 'vitest'
import { errorOf, lambdaContext } from '../../test/api-event.ts'
import { configuredFunctions, subscription } from '../../test/configured-functions.ts'
import { localMachines } from '../../test/faults/local-machines.ts'
import { pageEvent } from '../../test/page-event.ts'
import { serve } from './open-link.ts'

const json = { 'content-type': 'application/json' }

async function linkOpener() {
  const { config } = await configuredFunctions()
  await localMachines()
  const handler = serve(config)
  const path = '/api/checkout/links/{slug}/sessions'
  const parameters = { slug: subscription.slug }
  return (headers: Record<string, string>, body: unknown = '{}') =>
    handler(pageEvent({ path, parameters, headers, body }), lambdaContext())
}

describe('opening a session of a link', () => {
  it.each(['cross-site', 'same-site', 'anything'])('is refused when sent %s', async (site) => {
    const open = await linkOpener()
    const refused = await open({ ...json, 'Sec-Fetch-Site': site })
    expect(errorOf(refused)).toMatchObject({ status: 403, code: 'insufficient_scope' })
  })

  it.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b', 415],
    ['text', { 'content-type': 'text/plain' }, '{}', 415],
    ['nothing', {}, '', 400],
  ] as const)(
    'is refused for %s, which browsers send without asking',
    async (...[, headers, body, status]) => {
      const open = await linkOpener()
      expect(errorOf(await open(headers, body)).status).toBe(status)
    },
  )

  it.each([{}, { 'Sec-Fetch-Site': 'same-origin' }, { 'sec-fetch-site': 'none' }])(
    'is allowed for the page and for clients that are not browsers: %j',
    async (headers) => {
      const open = await linkOpener()
      expect((await open({ ...json, ...headers })).statusCode).toBe(201)
    },
  )
})
