import { getBlockNumber } from 'viem/actions'
import { expect, it, onTestFinished } from 'vitest'
import { startNodeProxy } from '../../../test/node-proxy.ts'
import { openNodes } from '../../../test/open-nodes.ts'
import { chainById } from '../chains.ts'
import type { ChainClient } from '../open-chain.ts'
import { type AskChain, askWithin } from './ask-chain.ts'
import { askUnlessSlow } from './ask-unless-slow.ts'

const unheard = { silenceMs: 600_000, totalMs: 600_000 }

/** A node that returns its chain id and a block, and never responds to requests that match `hangs`. */
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

it('returns what a chain returns in time', async () => {
  const { rpcUrl } = await openNode()
  expect(await head(askWithin(unheard), clientOf(rpcUrl))).toBe(42n)
})

it('rethrows errors', async () => {
  const work = askWithin(unheard)(clientOf('http://127.0.0.1:9'), async () => {
    throw new RangeError('a bug')
  })
  await expect(work).rejects.toThrow(RangeError)
})

it('times out on a chain whose nodes are silent', async () => {
  const [first, second] = [await openNode(() => true), await openNode(() => true)]
  const ask = askWithin({ ...unheard, silenceMs: 20 })
  const asked = head(ask, clientOf(first.rpcUrl, second.rpcUrl))
  await expect(asked).rejects.toMatchObject({ name: 'ChainUnavailable', silent: true })
})

it('and on one whose node returns its chain id and nothing else', async () => {
  const { rpcUrl } = await openNode((method) => method !== 'eth_chainId')
  const asked = head(askWithin({ ...unheard, silenceMs: 20 }), clientOf(rpcUrl))
  await expect(asked).rejects.toMatchObject({ silent: true })
})

it('does not count time without requests as silence', async () => {
  const { rpcUrl } = await openNode()
  const ask = askWithin({ ...unheard, silenceMs: 1 })
  const begun = performance.now()
  const turns = ask(clientOf(rpcUrl), async () => {
    while (performance.now() - begun < 20) await new Promise(setImmediate)
    return 'done'
  })
  expect(await turns).toBe('done')
})

it('times out on work that takes too long in all', async () => {
  const { rpcUrl } = await openNode(() => true)
  const asked = head(askWithin({ ...unheard, totalMs: 20 }), clientOf(rpcUrl))
  await expect(asked).rejects.toMatchObject({ name: 'ChainUnavailable', silent: false })
})

it.each([
  { was: 'silent', patience: { silenceMs: 20, totalMs: 600_000 }, coolsDown: true },
  { was: 'slow', patience: { silenceMs: 600_000, totalMs: 20 }, coolsDown: false },
  {
    was: 'slow, if that is enough',
    patience: { silenceMs: 600_000, totalMs: 20 },
    alsoWhenSlow: true,
    coolsDown: true,
  },
])('asks a chain that was $was again after its cooldown', async ({ coolsDown, ...options }) => {
  let nowMs = 0
  const now = () => new Date(nowMs)
  const { ask, isCoolingDown } = askUnlessSlow({ ...options, cooldownMs: 1000, now })
  const { rpcUrl } = await openNode(() => true)
  const client = clientOf(rpcUrl)
  const outcomes: string[] = []
  for (nowMs of [0, 999, 1000]) {
    await head(ask, client).catch(({ message }) => outcomes.push(message))
    expect(isCoolingDown(31337)).toBe(coolsDown)
  }
  const isSkipped = outcomes.map((message) => message.includes('timed out a moment ago'))
  expect(isSkipped).toEqual([false, coolsDown, false])
})
