import { readdir } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { nameViewerCode, routePageCode } from '../../infra/aws/edge/edge-code.ts'
import { buildPagesIfChanged, docsFolder, pagesFolder } from '../../infra/build/build-pages.ts'
import {
  findStaticFile,
  loadStaticFiles,
  pageNotFound,
  type StaticFiles,
} from '../../infra/local/gateway/static-files.ts'
import { clientNetwork } from '../../shared/domain/client-network.ts'

let files: StaticFiles

beforeAll(async () => {
  await buildPagesIfChanged()
  files = await loadStaticFiles({ checkout: pagesFolder, docs: docsFolder })
})

/** What CloudFront does with the code: no imports, no exports, a `handler`. */
function run(code: string, event: unknown) {
  return runInNewContext(`${code}\nhandler(event)`, { event })
}

describe('a page', () => {
  const route = (uri: string) => run(routePageCode(), { request: { uri } })

  it.each([
    ['/l/abcdefghjk', '/checkout/index.html'],
    ['/l/abcdefghjk/', '/checkout/index.html'],
    ['/checkout/cs_01JD8Z3K', '/checkout/index.html'],
    ['/docs', '/docs/index.html'],
    ['/docs/', '/docs/index.html'],
    ['/docs/index.html', '/docs/index.html'],
  ])('%s is the file %s', (uri, file) => {
    expect(route(uri)).toEqual({ uri: file })
  })

  it('finds every asset', async () => {
    const assets = await readdir(`${pagesFolder}/assets`)
    expect(assets.length).toBeGreaterThan(0)
    for (const name of assets) {
      const uri = `/checkout/assets/${name}`
      expect(route(uri)).toEqual({ uri })
    }
  })

  it.each([
    '/',
    '/l',
    '/l/a/b',
    '/checkout',
    '/checkout/assets/none.js',
    '/favicon.ico',
    '/docs/x',
  ])('%s is what the instance on one machine serves', (uri) => {
    const local = findStaticFile(files, uri) ?? pageNotFound
    const { statusCode, headers, body } = route(uri)
    expect({ status: statusCode, text: body.data }).toEqual({
      status: local.status,
      text: Buffer.from(local.body).toString(),
    })
    for (const [name, value] of Object.entries(local.headers)) {
      expect(headers[name.toLowerCase()]).toEqual({ value })
    }
  })

  it('takes code that fits CloudFront', () => {
    expect(routePageCode().length).toBeLessThan(10_240)
  })
})

describe('a call', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ])('tells that %s asks, whatever the viewer claims', (ip, network) => {
    const request = {
      headers: { 'x-viewer-address': { value: '9.9.9.9:1' }, accept: { value: '*' } },
    }
    const told = run(nameViewerCode(), { request, viewer: { ip } })
    expect(clientNetwork(told.headers['x-viewer-address'].value)).toBe(network)
    expect(told.headers.accept).toEqual({ value: '*' })
  })
})
