import { createServer } from 'node:http'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it, onTestFinished, vi } from 'vitest'
import { serve as probeChains } from '../../functions/schedules/probe-chains.ts'
import { serve as syncNotifiers } from '../../functions/schedules/sync-notifiers.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { lambdaContext } from '../../test/api-event.ts'
import { logLines } from '../../test/log-lines.ts'
import { operatorNetworks, standIn, startPublicChain } from '../../test/operator-networks.ts'
import { saveBaseUrl, saveWallet } from '../../test/saved-instance.ts'
import { listen } from '../local/http-service.ts'

const key = 'key-of-the-provider-0123'
const nextKey = 'next-key-of-the-provider-4567'
const token = 'token-of-the-notifier-0123'

/** A server that accepts everything at first, and then repeats each secret that it gets in its refusals. */
async function vendor() {
  let isRefusing = false
  const server = createServer((request, response) => {
    const secrets = `${request.url} ${request.headers['x-alchemy-token']}`
    if (isRefusing) response.writeHead(403).end(`not allowed: ${secrets}`)
    else response.end('{"data":[]}')
  })
  const { url, close } = await listen(server, 0)
  onTestFinished(close)
  return {
    url,
    refuse: () => {
      isRefusing = true
    },
  }
}

async function itemsOf({ client, name }: Table): Promise<string> {
  const { Items } = await client.send(new ScanCommand({ TableName: name }))
  return JSON.stringify(Items)
}

it('hides keys and tokens in everything that is written, even if vendors repeat them', async () => {
  const chain = await startPublicChain(84532)
  const notifier = await vendor()
  const served = { 84532: 'base-sepolia' }
  const instance = await operatorNetworks(
    { NOTIFIER_HOSTS: JSON.stringify({ alchemy: notifier.url }) },
    standIn(chain.proxy.rpcUrl, served),
  )
  const { table, config, run } = instance
  await saveBaseUrl(table, 'https://pay.example.com')
  await saveWallet(table, config)
  const written = logLines()
  const outputs: string[] = []
  const runAll = async (...args: string[]) => {
    const text = await run(...args).catch((error) => `${error.message}\n${error.stack}`)
    outputs.push(text)
    return text
  }
  const connect = (given: string) =>
    runAll('networks', 'connect', '--provider', 'alchemy', '--mode', 'test', '--key', given)

  expect(await connect(key)).toContain('84532')
  await runAll('notifiers', 'connect', '--notifier', 'alchemy', '--token', token)
  await runAll('networks', 'list')
  expect(await runAll('networks', 'test')).toContain('decimals of USDC')

  notifier.refuse()
  const repeat = (given: string) =>
    chain.proxy.intercept(() => {
      const message = `no app has the key ${given}: ${chain.rpcUrl}/base-sepolia/v2/${given}`
      return { error: { code: -32600, message } }
    })
  repeat(key)
  expect(await runAll('networks', 'test')).toContain('no app has the key …')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  await probeChains(config)(undefined, lambdaContext())
  repeat(nextKey)
  expect(await connect(nextKey)).toContain('no app has the key …')
  const url = `${notifier.url}/v2/${nextKey}?key=${key}`
  expect(await runAll('networks', 'add', '--chain', '84532', '--url', url)).toContain('not allowed')
  await syncNotifiers(config)({ mode: 'test' }, lambdaContext()).catch(() => undefined)
  expect(await runAll('notifiers', 'status', '--mode', 'test')).toContain('not allowed')
  await runAll('networks', 'list', '--json')

  expect(written.text()).toContain('no app has the key')
  const everything = [...outputs, written.text(), await itemsOf(table)].join('\n')
  for (const secret of [key, nextKey, token]) expect(everything).not.toContain(secret)
  expect(everything).toContain(`…${key.slice(-4)}`)
})
