import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { requestIdCode, routePageCode, viewerAddressCode } from '../../infra/aws/edge/edge-code.ts'
import {
  buildPagesIfChanged,
  dashboardFolder,
  docsFolder,
  pagesFolder,
} from '../../infra/build/build-pages.ts'
import {
  findStaticFile,
  loadStaticFiles,
  pageNotFound,
  plainPageOf,
  type StaticFiles,
} from '../../infra/local/gateway/static-files.ts'
import { clientNetwork } from '../../shared/http/rules/client-network.ts'
import { edgeEngines } from './edge-engines.ts'
import { notAtTheEdge } from './edge-grammar.ts'
import { viewerRequest } from './viewer-request.ts'

let files: StaticFiles

beforeAll(async () => {
  await buildPagesIfChanged()
  files = await loadStaticFiles({
    checkout: pagesFolder,
    dashboard: dashboardFolder,
    docs: docsFolder,
  })
})

describe.each([
  ['pages', routePageCode],
  ['calls', viewerAddressCode],
  ['responses', requestIdCode],
])('the function for %s', (_, code) => {
  it('uses nothing that CloudFront’s runtime lacks', () => {
    expect(notAtTheEdge(code())).toEqual([])
  })

  it('fits into CloudFront’s limit of 10 KB', () => {
    expect(Buffer.byteLength(code())).toBeLessThan(10_240)
  })
})

it.each([
  ['destructuring', 'const { a } = b'],
  ['a destructured parameter', 'function f({ a }) { return a }'],
  ['a default', 'function f(a = 1) { return a }'],
  ['spread', 'f([...a])'],
  ['a short property', 'f({ a })'],
  ['a method', 'f({ a() {} })'],
  ['an optional chain', 'a?.b'],
  ['an optional call', 'a.b?.()'],
  ['a default for nothing', 'a ?? b'],
  ['its assignment', 'a ??= b'],
  ['a class', 'class A {}'],
  ['for-of', 'for (const a of b) f(a)'],
  ['catch of nothing', 'try { f() } catch {}'],
  ['a module', 'export const a = 1'],
])('%s is refused', (_, code) => {
  expect(notAtTheEdge(code)).not.toEqual([])
})

const page = z.strictObject({
  statusCode: z.int(),
  statusDescription: z.string(),
  headers: z.record(
    z.string().regex(/^[a-z-]+$/, 'CloudFront accepts header names in lower case only'),
    z.strictObject({ value: z.string() }),
  ),
  body: z.strictObject({ encoding: z.literal('text'), data: z.string() }),
})

it('the function for pages does not change when the checkout page is rebuilt', async () => {
  const assets = await readdir(`${pagesFolder}/assets`)
  expect(assets.length).toBeGreaterThan(0)
  for (const name of assets) expect(routePageCode()).not.toContain(name)
})

describe.each(edgeEngines)('a page, in %s', (_, run) => {
  const route = (uri: string) => run(routePageCode(), viewerRequest({ uri }))

  it.each([
    ['/l/abcdefghjk', '/checkout/index.html'],
    ['/l/abcdefghjk/', '/checkout/index.html'],
    ['/checkout/cs_01JD8Z3K', '/checkout/index.html'],
    ['/refund/re_01KJMG2B7QX4V6T8S0R2P4N6M8', '/checkout/refund.html'],
    ['/l', '/checkout/index.html'],
    ['/l/a/b', '/checkout/index.html'],
    ['/checkout', '/checkout/index.html'],
    ['/checkout/a/b', '/checkout/index.html'],
    ['/dashboard', '/dashboard/index.html'],
    ['/dashboard/', '/dashboard/index.html'],
    ['/dashboard/test/keys', '/dashboard/index.html'],
    ['/docs', '/docs/index.html'],
    ['/docs/', '/docs/index.html'],
    ['/docs/index.html', '/docs/index.html'],
    ['/docs/webhooks', '/docs/webhooks.html'],
    ['/docs/api/quotes', '/docs/api/quotes.html'],
  ])('%s is the file %s', (uri, file) => {
    expect(route(uri)).toEqual({ ...viewerRequest({ uri }).request, uri: file })
    expect(findStaticFile(files, uri)).toBe(files.get(file.slice(1)))
  })

  it('finds every file of the docs', async () => {
    const paths = await readdir(docsFolder, { recursive: true })
    const names = paths
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /\.\w+$/.test(path))
    expect(names).toContain('api/quotes.html')
    for (const name of names) {
      const uri = `/docs/${name}`
      expect(route(uri)).toEqual(viewerRequest({ uri }).request)
    }
  })

  it.each(['/', '/favicon.ico', '/docs/x', '/links/a', '/checkouts', '/dashboards'])(
    '%s is what the instance on one machine serves',
    (uri) => {
      const local = findStaticFile(files, uri) ?? pageNotFound
      const { statusCode, headers, body } = page.parse(route(uri))
      expect({ status: statusCode, text: body.data }).toEqual({
        status: local.status,
        text: Buffer.from(local.body).toString(),
      })
      for (const [name, value] of Object.entries(local.headers)) {
        expect(headers[name.toLowerCase()]).toEqual({ value })
      }
      expect(headers['x-request-id']).toEqual({ value: viewerRequest({ uri }).context.requestId })
    },
  )

  it.each(['/checkout/embed.js', '/checkout/embed.css', '/checkout/provider-page.js'])(
    '%s is a file',
    (uri) => {
      expect(route(uri)).toEqual(viewerRequest({ uri }).request)
      expect(findStaticFile(files, uri)).toEqual(files.get(uri.slice(1)))
    },
  )

  it('leads to the page without JavaScript, as on one machine', () => {
    const uri = '/checkout/cs_01JD8Z3K'
    const request = viewerRequest({ uri, query: 'plain' })
    const location = '/api/checkout/sessions/cs_01JD8Z3K/plain'
    expect(run(routePageCode(), request)).toEqual({
      statusCode: 302,
      statusDescription: 'Found',
      headers: {
        location: { value: location },
        'x-request-id': { value: request.context.requestId },
      },
    })
    expect(plainPageOf(uri, 'plain')).toMatchObject({
      status: 302,
      headers: { Location: location },
    })
    expect(plainPageOf(uri, 'a=plain')).toBeUndefined()
    expect(plainPageOf('/l/abcdefghjk', 'plain')).toBeUndefined()
  })

  it('is security.txt only if the owner says whom to write to, valid for half a year', () => {
    const uri = '/.well-known/security.txt'
    expect(route(uri)).toMatchObject({ statusCode: 404 })
    const before = Date.now()
    const text = page.parse(run(routePageCode('mailto:a@shop.example'), viewerRequest({ uri })))
    expect(text.statusCode).toBe(200)
    expect(text.headers['content-type']).toEqual({ value: 'text/plain; charset=utf-8' })
    const [, expires = ''] = /^Expires: (.+)$/m.exec(text.body.data) ?? []
    expect(text.body.data).toBe(
      [
        'Contact: mailto:a@shop.example',
        `Expires: ${expires}`,
        'Canonical: https://d111111abcdef8.cloudfront.net/.well-known/security.txt',
        '',
      ].join('\n'),
    )
    const days = (Date.parse(expires) - before) / 86_400_000
    expect(days).toBeGreaterThanOrEqual(180)
    expect(days).toBeLessThan(181)
  })

  it('has its request id in its response', () => {
    const { context } = viewerRequest({ uri: '/docs' })
    const response = { statusCode: 200, headers: { etag: { value: '"a"' } }, cookies: {} }
    expect(run(requestIdCode(), { context, response })).toEqual({
      ...response,
      headers: { ...response.headers, 'x-request-id': { value: context.requestId } },
    })
  })
})

describe.each(edgeEngines)('a call, in %s', (_, run) => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ])('passes on the address %s, whatever the viewer claims', (ip, network) => {
    const event = viewerRequest({ uri: '/api/v1/events', ip })
    const told = run(viewerAddressCode(), event)
    expect(told).toEqual({
      ...event.request,
      headers: {
        ...event.request.headers,
        'x-viewer-address': { value: ip },
        'x-viewer-host': { value: 'd111111abcdef8.cloudfront.net' },
      },
    })
    expect(clientNetwork(ip)).toBe(network)
  })
})
