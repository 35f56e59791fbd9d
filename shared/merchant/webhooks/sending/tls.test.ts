import { createServer } from 'node:https'
import { describe, expect, it } from 'vitest'
import { listening, local, requestTo, resolvingTo } from '../../../../test/send-fixture.ts'
import tls from '../../../../test/vectors/localhost-tls.json' with { type: 'json' }
import { sendWebhook } from './send.ts'

describe('TLS', () => {
  async function serving(): Promise<string> {
    const server = createServer({ key: tls.key, cert: tls.certificate }, (_, response) => {
      response.end('over TLS')
    })
    return `https://localhost:${await listening(server)}/`
  }

  it('is used where the certificate is trusted', async () => {
    const outcome = await sendWebhook(requestTo(await serving()), { ...local, ca: tls.certificate })
    expect(outcome).toEqual({ kind: 'responded', statusCode: 200, body: 'over TLS' })
  })

  it('is refused where it is not', async () => {
    const outcome = await sendWebhook(requestTo(await serving()), local)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'tls_failed' })
  })

  it('is refused for another name', async () => {
    const url = (await serving()).replace('localhost', 'shop.localhost')
    const options = { ...local, ca: tls.certificate, resolve: resolvingTo(['127.0.0.1']) }
    const outcome = await sendWebhook(requestTo(url), options)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'tls_failed' })
  })
})
