import { cp, rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningInstance, startInstance } from '../instance.ts'
import { merchant } from './merchant.ts'
import { localPace } from './target.ts'

let instance: RunningInstance

beforeAll(async () => {
  instance = await startInstance()
})

afterAll(async () => {
  await rm(`${instance.dataDir}-copy`, { recursive: true, force: true })
  await instance.stop()
})

const amount = { value: '25', currency: 'USD' }

async function threeAddresses(): Promise<string[]> {
  const { baseUrl, apiKeys } = instance.instance
  const shop = merchant(baseUrl, apiKeys.test, localPace)
  const sessions = [0, 1, 2].map(() => shop.createSession({ amount }))
  return (await Promise.all(sessions)).map(({ address }) => address)
}

it('a data folder that is put back assigns none of the addresses that it has forgotten', async () => {
  const kept = await threeAddresses()
  await instance.terminate()
  await cp(instance.dataDir, `${instance.dataDir}-copy`, { recursive: true })
  await instance.restart()
  const lost = await threeAddresses()
  await instance.terminate()
  await rm(instance.dataDir, { recursive: true })
  await cp(`${instance.dataDir}-copy`, instance.dataDir, { recursive: true })
  await instance.restart()
  const all = [...kept, ...lost, ...(await threeAddresses())]
  expect(new Set(all).size).toBe(9)
}, 300_000)
