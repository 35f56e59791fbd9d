import { describe, expect, it } from 'vitest'
import { hostileNames, hostileUrls } from '../../../../test/hostile-urls.ts'
import { local, receiving, requestTo, resolvingTo, strict } from '../../../../test/send-fixture.ts'
import type { Resolve } from '../../../http/client/resolve-name.ts'
import { sendWebhook } from './send.ts'

describe('a URL that is not for us', () => {
  it.each(hostileUrls)('is refused when sending: %s', async (url) => {
    expect(await sendWebhook(requestTo(url), strict)).toMatchObject({
      kind: 'failed',
      error: 'address_refused',
    })
  })

  it.each(hostileNames)(
    'is refused where its name leads elsewhere: %s',
    async (host, addresses) => {
      const url = `https://${host}:8443/`
      const options = { ...strict, resolve: resolvingTo(addresses) }
      expect(await sendWebhook(requestTo(url), options)).toMatchObject({
        kind: 'failed',
        error: 'address_refused',
        message: expect.stringContaining('not a public address'),
      })
    },
  )

  it('is not connected to, though it is there', async () => {
    const receiver = await receiving(200)
    const { port } = receiver
    for (const url of [
      `http://127.0.0.1:${port}/`,
      `https://127.0.0.1:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `https://localhost:${port}/`,
    ]) {
      expect(await sendWebhook(requestTo(url), strict)).toMatchObject({ kind: 'failed' })
    }
    expect(receiver.connections()).toBe(0)
  })

  it('gains nothing by changing its address after the check (DNS rebinding)', async () => {
    const receiver = await receiving(200)
    const responses = ['127.0.0.1']
    let asked = 0
    const rebinding: Resolve = async () => {
      asked++
      return [{ address: responses.shift() ?? '169.254.169.254', family: 4 }]
    }
    const url = `http://shop.localhost:${receiver.port}/`
    const send = () => sendWebhook(requestTo(url), { ...local, resolve: rebinding })
    // The connection goes to exactly the address that was checked, without another lookup.
    expect(await send()).toMatchObject({ kind: 'responded', statusCode: 200 })
    expect(asked).toBe(1)
    expect(await send()).toMatchObject({ kind: 'failed', error: 'address_refused' })
    expect(receiver.connections()).toBe(1)
  })

  it('may not lead away from this machine where it claims to be it', async () => {
    const options = { ...local, resolve: resolvingTo(['10.0.0.1']) }
    const outcome = await sendWebhook(requestTo('http://localhost:4401/'), options)
    expect(outcome).toMatchObject({ kind: 'failed', error: 'address_refused' })
  })
})
