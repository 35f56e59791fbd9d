import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startCannedServer } from '../canned-server.ts'
import { readTarget, UsageError } from './read-target.ts'

const key = (mode: string) => `ck_${mode}_${'a'.repeat(32)}`
const complete = {
  BASE_URL: 'https://pay.example.com/',
  TEST_API_KEY: key('test'),
  LIVE_API_KEY: key('live'),
  PRIVATE_KEY: `0x${'1'.repeat(64)}`,
}

async function node(): Promise<string> {
  const { url, responses } = await startCannedServer()
  responses.set('/', { body: '{"jsonrpc":"2.0","id":1,"result":"0xaa36a7"}' })
  return url
}

it('reads the chain from the node', async () => {
  const RPC_URL = await node()
  expect(await readTarget({ ...complete, RPC_URL })).toMatchObject({
    baseUrl: 'https://pay.example.com',
    apiKeys: { test: complete.TEST_API_KEY, live: complete.LIVE_API_KEY },
    payers: [{ chainId: 11_155_111, rpcUrl: RPC_URL }],
    webhooks: null,
  })
})

it('receives webhooks if WEBHOOK_URL is set', async () => {
  const WEBHOOK_URL = 'https://tunnel.example.com/hooks'
  const given = { ...complete, RPC_URL: await node(), WEBHOOK_URL, WEBHOOK_PORT: '4481' }
  expect((await readTarget(given)).webhooks).toEqual({ port: 4481, publicUrl: WEBHOOK_URL })
})

it('receives them on a loopback address from an emulator', async () => {
  const WEBHOOK_URL = 'http://127.0.0.1:4480/'
  const target = await readTarget({ ...complete, RPC_URL: await node(), WEBHOOK_URL })
  expect(target.webhooks).toEqual({ port: 4480, publicUrl: WEBHOOK_URL })
})

it('names everything that is missing, and says what it is for', async () => {
  const refusal = readTarget({ PRIVATE_KEY: '' })
  for (const name of ['BASE_URL', 'TEST_API_KEY', 'LIVE_API_KEY', 'RPC_URL', 'PRIVATE_KEY']) {
    await expect(refusal).rejects.toThrow(`${name} is missing.`)
  }
  await expect(refusal).rejects.toThrow('npm run test:deployed -- BASE_URL')
})

it('says which value is wrong, without repeating it', async () => {
  const swapped = { ...complete, RPC_URL: await node(), TEST_API_KEY: key('live') }
  const refusal = readTarget(swapped)
  await expect(refusal).rejects.toThrow('TEST_API_KEY: must begin with ck_test_')
  await expect(refusal).rejects.not.toThrow(key('live'))
})

it('says if the node does not respond', async () => {
  const { url } = await startCannedServer()
  await expect(readTarget({ ...complete, RPC_URL: url })).rejects.toThrow('RPC_URL')
})

it('refuses DATA_DIR if no instance runs there', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'target-'))
  await expect(readTarget({ ...complete, DATA_DIR })).rejects.toThrow(UsageError)
  await rm(DATA_DIR, { recursive: true })
})
