import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { signWebhook } from '../../shared/merchant/webhooks/sending/sign.ts'

/** Common to Node, Deno, Bun and Workers. */
const webGlobals = {
  AbortSignal,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URLSearchParams,
  Uint8Array,
  atob,
  clearTimeout,
  crypto,
  setTimeout,
}

it('runs with what every runtime has, and imports nothing of Node', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(repositoryRoot, 'sdk/src/index.ts')],
    bundle: true,
    platform: 'neutral',
    format: 'iife',
    globalName: 'sdk',
    write: false,
  })
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = '{"id":"evt_1"}'
  const headers = signWebhook({ eventId: 'evt_1', body, at: new Date() }, [secret])
  /** On Workers, `redirect: 'error'` is invalid. */
  const fetch = async (_: string, { redirect }: RequestInit) => {
    if (redirect === 'error') throw new TypeError('Invalid redirect value')
    return Response.json({ id: 'cs_1' })
  }
  const program = `${outputFiles[0]?.text}
    const quittance = new sdk.Quittance({ apiKey: 'ck_test_a', baseUrl: 'https://pay.example' })
    const received = []
    const receiver = sdk.webhookReceiver({ secret, onEvent: ({ id }) => received.push(id) })
    const message = new Request('https://shop.example', { method: 'POST', body, headers })
    Promise.all([
      quittance.checkoutSessions.create({ amount: { value: '1', currency: 'USD' } }),
      receiver.fetch(message),
    ]).then(([{ id }, { status }]) => [id, status, ...received])`
  const done = runInNewContext(program, { ...webGlobals, fetch, secret, body, headers })
  expect([...(await done)]).toEqual(['cs_1', 204, 'evt_1'])
})
