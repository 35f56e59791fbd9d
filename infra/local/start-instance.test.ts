import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { type RunningInstance, startInstance } from '../../test/instance.ts'
import { findAnvil } from './chains/anvil-process.ts'
import { localChains } from './foundation.ts'
import { lockInstance } from './instance-lock.ts'

let running: RunningInstance

beforeAll(async () => {
  running = await startInstance()
})
afterAll(() => running.stop())

/** The process ids of the running nodes. */
function nodes(): number[] {
  return localChains.flatMap(({ chainId }) => {
    const file = join(running.dataDir, `chain-${chainId}.pid`)
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
    return findAnvil(pid, { chainId, dataDir: running.dataDir }) ? [pid] : []
  })
}

async function statusOf(path: string, key: string): Promise<number> {
  const headers = { Authorization: `Bearer ${key}` }
  return (await fetch(`${running.baseUrl}${path}`, { headers })).status
}

it('accepts the API keys that it created', async () => {
  const { apiKeys } = running.instance
  for (const key of [apiKeys.test, apiKeys.live]) {
    expect(await statusOf('/api/v1/payment_links/pl_01JD8Z3KABCDEFGHJKMNPQRSTV', key)).toBe(404)
  }
  expect(await statusOf('/api/v1/payment_links/pl_1', 'ck_test_wrong')).toBe(401)
})

it('serves the page of a link', async () => {
  const response = await fetch(`${running.baseUrl}/l/abcde23456`)
  const html = await response.text()
  const script = /src="(\/checkout\/assets\/[^"]+\.js)"/.exec(html)?.[1]
  expect((await fetch(`${running.baseUrl}${script}`)).status).toBe(200)
})

it('lets the operator’s terminal invoke functions', async () => {
  const { awsEndpoints, operator } = running.instance
  const lambda = new LambdaClient({
    endpoint: awsEndpoints.lambda,
    region: 'us-east-1',
    // The SDK modifies this object.
    credentials: { ...operator },
  })
  const Payload = JSON.stringify({ operation: 'list-api-keys', input: { mode: 'test' } })
  const response = await lambda.send(new InvokeCommand({ FunctionName: 'operator-keys', Payload }))
  lambda.destroy()
  const { keys } = z
    .object({ keys: z.array(z.object({ name: z.string() })) })
    .parse(JSON.parse(response.Payload?.transformToString() ?? ''))
  expect(keys).toEqual([{ name: 'First key' }])
})

it('is the only instance on its data folder', async () => {
  await expect(lockInstance(running.dataDir)).rejects.toThrow('An instance is already running')
})

it('is the same after a kill -9, on its orphaned nodes', async () => {
  const { instance } = running
  const orphaned = nodes()
  expect(orphaned).toHaveLength(2)
  await running.kill()
  expect(nodes()).toEqual(orphaned)
  await running.restart()
  expect(running.instance).toEqual(instance)
  expect(nodes()).toEqual(orphaned)
  expect(await statusOf('/api/v1/payment_links/pl_1', instance.apiKeys.test)).toBe(404)
})

it('leaves nothing running when it is stopped', async () => {
  const pids = nodes()
  await running.stop()
  expect(pids).toHaveLength(2)
  const isAlive = (pid: number) =>
    localChains.some(({ chainId }) => findAnvil(pid, { chainId, dataDir: running.dataDir }))
  expect(pids.filter(isAlive)).toEqual([])
  await expect(fetch(running.baseUrl)).rejects.toThrow()
})
