import { getBlockNumber } from 'viem/actions'
import { expect, it, onTestFinished } from 'vitest'
import { startNodeProxy } from '../../test/node-proxy.ts'
import { openNodes } from '../../test/open-nodes.ts'
import { type AskChain, askWithin } from './ask-chain.ts'
import { askUnlessSlow } from './ask-unless-slow.ts'
import { chainById } from './chains.ts'
import type { ChainClient } from './open-chain.ts'

const unheard = { silenceMs: 600_000, totalMs: 600_000 }

/** A node that names its chain and a block, and gives no response to what `hangs` says. */
async function openNode(hangs: (method: string) => boolean = () => false) {
  const node = startNodeProxy('http://127.0.0.1:9')
  onTestFinished(node.stop)
  node.intercept(({ method }) => {
    if (hangs(method)) return 'hang'
    return { result: method === 'eth_chainId' ? '0x7a69' : '0x2a' }
  })
  return node
}

function clientOf(...rpcUrls: readonly string[]): ChainClient {
  const chain = chainById(31337)
  if (!chain) throw new Error('the registry has the local test chain')
  return openNodes(chain, rpcUrls)
}

const head = (ask: AskChain, client: ChainClient) =>
  ask(client, ({ node }) => getBlockNumber(node, { cacheTime: 0 }))

it('gives out what a chain says in time', async () => {
  const { rpcUrl } = await openNode()
  expect(await head(askWithin(unheard), clientOf(rpcUrl))).toBe(42n)
})

it('passes on what went wrong', async () => {
  const work = askWithin(unheard)(clientOf('http://127.0.0.1:9'), async () => {
    throw new RangeError('a bug')
  })
  await expect(work).rejects.toThrow(RangeError)
})

it('gives up a chain whose nodes are silent', async () => {
  const [first, second] = [await openNode(() => true), await openNode(() => true)]
  const ask = askWithin({ ...unheard, silenceMs: 20 })
  const asked = head(ask, clientOf(first.rpcUrl, second.rpcUrl))
  await expect(asked).rejects.toMatchObject({ name: 'ChainUnavailable', silent: true })
})

it('and one that says who it is and nothing else', async () => {
  const { rpcUrl } = await openNode((method) => method !== 'eth_chainId')
  const asked = head(askWithin({ ...unheard, silenceMs: 20 }), clientOf(rpcUrl))
  await expect(asked).rejects.toMatchObject({ silent: true })
})

it('counts no time in which nothing is asked as silence', async () => {
  const { rpcUrl } = await openNode()
  const ask = askWithin({ ...unheard, silenceMs: 1 })
  const begun = performance.now()
  const turns = ask(clientOf(rpcUrl), async () => {
    while (performance.now() - begun < 20) await new Promise(setImmediate)
    return 'done'
  })
  expect(await turns).toBe('done')
})

it('gives up work that takes too long in all', async () => {
  const { rpcUrl } = await openNode(() => true)
  const asked = head(askWithin({ ...unheard, totalMs: 20 }), clientOf(rpcUrl))
  await expect(asked).rejects.toMatchObject({ name: 'ChainUnavailable', silent: false })
})

it.each([
  { was: 'silent', patience: { silenceMs: 20, totalMs: 600_000 }, rests: true },
  { was: 'slow', patience: { silenceMs: 600_000, totalMs: 20 }, rests: false },
  {
    was: 'slow, if that is enough',
    ...{ patience: { silenceMs: 600_000, totalMs: 20 }, alsoWhenSlow: true, rests: true },
  },
])('asks a chain that was $was again after its rest', async ({ rests, ...options }) => {
  let nowMs = 0
  const now = () => new Date(nowMs)
  const { ask, isResting } = askUnlessSlow({ ...options, restMs: 1000, now })
  const { rpcUrl } = await openNode(() => true)
  const client = clientOf(rpcUrl)
  const outcomes: string[] = []
  for (nowMs of [0, 999, 1000]) {
    await head(ask, client).catch(({ message }) => outcomes.push(message))
    expect(isResting(31337)).toBe(rests)
  }
  const isRest = outcomes.map((message) => message.includes('given up a moment ago'))
  expect(isRest).toEqual([false, rests, false])
})
