import { expect, it, onTestFinished } from 'vitest'
import { startCannedServer } from '../canned-server.ts'
import { startEdge } from './start-edge.ts'

const deployment = {
  cloudFrontName: 'd1.cloudfront.net',
  apis: [
    ['/api/v1/', 'merchants'],
    ['/api/', 'checkout'],
  ],
  originKey: 'key',
} as const

async function edge() {
  const emulator = await startCannedServer()
  const { baseUrl, close } = await startEdge(emulator.url, deployment)
  onTestFinished(close)
  return { ...emulator, baseUrl }
}

it('sends pages through CloudFront, as if they were requested by HTTPS', async () => {
  const { baseUrl, responses, requests } = await edge()
  responses.set('/docs?a=1', { body: '"page"' })
  expect(await (await fetch(`${baseUrl}/docs?a=1`)).text()).toBe('"page"')
  expect(requests[0]?.headers).toMatchObject({
    host: 'd1.cloudfront.net',
    'x-forwarded-proto': 'https',
  })
})

it('sends calls to the API of their path, with what CloudFront adds', async () => {
  const { baseUrl, responses, requests } = await edge()
  const path = '/_aws/execute-api/merchants/live/api/v1/events'
  responses.set(path, { status: 401, body: '{}' })
  expect((await fetch(`${baseUrl}/api/v1/events`)).status).toBe(401)
  await fetch(`${baseUrl}/api/checkout/x`)
  expect(requests.map((request) => request.path)).toEqual([
    path,
    '/_aws/execute-api/checkout/live/api/checkout/x',
  ])
  expect(requests[0]?.headers).toMatchObject({
    'x-api-key': 'key',
    'x-viewer-address': '203.0.113.7',
  })
})
