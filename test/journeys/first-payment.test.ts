import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { notifiers } from '../../shared/chain/rules/notifier.ts'
import { checkoutSession } from '../../shared/payments/checkout-sessions/wire/checkout-session.ts'
import { eventually } from '../eventually.ts'
import { logLines } from '../log-lines.ts'
import { notifiedInstance } from './notified-instance.ts'
import { chainId, notifierToken } from './notifier-vendors.ts'

const providerKey = 'key-of-the-providers-account'
const notified = z.object({
  notifiers: z.tuple([
    z.object({ chains: z.tuple([z.object({ addresses: z.int(), inTime: z.int() })]) }),
  ]),
})

/** The clock is stopped, so nothing happens that waits for a schedule or for any later moment. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  return () => void vi.useRealTimers()
})

it.each(notifiers)(
  'a key and a token at %s are enough to see a payment within a second of its block',
  async (notifier) => {
    const { chain, vendor, baseUrl, apiKey, ...instance } = await notifiedInstance(notifier)
    const written = logLines()
    const status = async () => {
      const text = await instance.run('notifiers', 'status', '--mode', 'test', '--json')
      return notified.parse(JSON.parse(text)).notifiers[0].chains[0]
    }
    const call = async (path: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(`${baseUrl}/api/v1${path}`, { headers, ...sent })
      return checkoutSession.parse(await response.json())
    }
    const mine = async (blocks: number) => {
      const { timestamp } = await chain.node.getBlock()
      await chain.node.setNextBlockTimestamp({ timestamp: timestamp + 2n })
      await chain.node.mine({ blocks, interval: 2 })
      const head = await chain.node.getBlock()
      vi.setSystemTime(Number(head.timestamp) * 1000 + 900)
      return new Date(Number(head.timestamp) * 1000)
    }

    await instance.run(
      ...['networks', 'connect', '--provider', 'alchemy', '--key', providerKey, '--mode', 'test'],
    )
    await instance.run('notifiers', 'connect', '--notifier', notifier, '--token', notifierToken)
    await instance.sync()
    expect(await status()).toEqual({ addresses: 200, inTime: 0 })

    const amount = { value: '25.00', currency: 'USD' }
    const opened = await call('/checkout_sessions', { amount, chainId, asset: 'ETH' })
    await chain.send({
      to: z.templateLiteral(['0x', z.string()]).parse(opened.address),
      value: BigInt(opened.amount.base),
    })
    const minedAt = await mine(1)
    await vendor.announce()
    const seen = await eventually(
      async () => {
        await instance.scanQueued()
        return call(`/checkout_sessions/${opened.id}`)
      },
      (session) => session.status === 'detected',
    )
    expect(new Date(seen.updatedAt).getTime() - minedAt.getTime()).toBeLessThan(1000)

    await mine(40)
    await instance.recheck(opened.id)
    expect(await call(`/checkout_sessions/${opened.id}`)).toMatchObject({ status: 'paid' })
    expect(await status()).toMatchObject({ inTime: 1 })
    for (const secret of [providerKey, notifierToken]) expect(written.text()).not.toContain(secret)
  },
)
