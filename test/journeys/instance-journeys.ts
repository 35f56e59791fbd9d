import { once } from 'node:events'
import { request } from 'node:http'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { lockInstance } from '../../infra/local/instance-lock.ts'
import type { RunningInstance } from '../instance.ts'

const invoked = z.object({ keys: z.array(z.object({ name: z.string() })) })

/** Journeys of a running instance besides payments. */
export function instanceJourneys(running: () => RunningInstance): void {
  describe('an instance', () => {
    it('accepts the API keys that it created', async () => {
      const { apiKeys } = running().instance
      const unknown = '/api/v1/payment_links/pl_01JD8Z3KABCDEFGHJKMNPQRSTV'
      for (const key of [apiKeys.test, apiKeys.live]) {
        expect(await statusOf(running(), unknown, key)).toBe(404)
      }
      expect(await statusOf(running(), '/api/v1/payment_links/pl_1', 'ck_test_wrong')).toBe(401)
    })

    it('serves the page of a link', async () => {
      const { baseUrl } = running()
      const html = await (await fetch(`${baseUrl}/l/abcde23456`)).text()
      const script = /src="(\/checkout\/assets\/[^"]+\.js)"/.exec(html)?.[1]
      expect((await fetch(`${baseUrl}${script}`)).status).toBe(200)
    })

    it('lets the operator’s terminal invoke functions', async () => {
      const { awsEndpoints, operator } = running().instance
      const lambda = new LambdaClient({
        endpoint: awsEndpoints.lambda,
        region: 'us-east-1',
        // The SDK modifies this object.
        credentials: { ...operator },
      })
      const call = { door: 'terminal', operation: 'list-api-keys', input: { mode: 'test' } }
      const { Payload } = await lambda.send(
        new InvokeCommand({
          FunctionName: 'operator-list-api-keys',
          Payload: JSON.stringify(call),
        }),
      )
      lambda.destroy()
      const { keys } = invoked.parse(JSON.parse(Payload?.transformToString() ?? ''))
      expect(keys.map(({ name }) => name)).toContain('First key')
    })

    it('serves nothing under the name of another host', async () => {
      const { baseUrl, instance } = running()
      for (const url of [baseUrl, instance.notifier.url, instance.awsEndpoints.lambda]) {
        const asked = request(url, { headers: { host: 'rebound.example' } }).end()
        const [response] = await once(asked, 'response')
        response.resume()
        expect(response.statusCode).toBe(421)
      }
    })

    it('is the only instance on its data folder', async () => {
      const second = lockInstance(running().dataDir)
      await expect(second).rejects.toThrow('An instance is already running')
    })
  })
}

async function statusOf({ baseUrl }: RunningInstance, path: string, key: string): Promise<number> {
  const headers = { Authorization: `Bearer ${key}` }
  return (await fetch(`${baseUrl}${path}`, { headers })).status
}
