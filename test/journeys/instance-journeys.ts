import { once } from 'node:events'
import { request } from 'node:http'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { RunningInstance } from '../instance.ts'

const invoked = z.object({ keys: z.array(z.object({ name: z.string() })) })

/** Journeys of a running instance besides payments. */
export function instanceJourneys(running: () => RunningInstance): void {
  describe('an instance', () => {
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
  })
}
