import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from './http-service.ts'
import { ownRequests } from './own-requests.ts'

async function statusFrom(host: string, otherHosts?: () => Promise<readonly string[]>) {
  const handle = ownRequests((_, response) => response.end('own'), otherHosts)
  const service = await listen(createServer(handle), 0)
  onTestFinished(service.close)
  const [response] = await once(request(service.url, { headers: { host } }).end(), 'response')
  response.resume()
  return response.statusCode
}

it.each(['localhost:4400', '127.0.0.1', '[::1]:80'])('serves %s', async (host) => {
  expect(await statusFrom(host)).toBe(200)
})

it.each([
  'evil.example:4400',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'localhost:80@evil',
])('refuses %j, by whose name a web page reaches this machine', async (host) => {
  expect(await statusFrom(host)).toBe(421)
})

it('serves the hosts of base URLs, in any case, and no host that contains one', async () => {
  const otherHosts = async () => ['pay.example.com']
  expect(await statusFrom('Pay.Example.com', otherHosts)).toBe(200)
  expect(await statusFrom('pay.example.com.evil.example', otherHosts)).toBe(421)
})
