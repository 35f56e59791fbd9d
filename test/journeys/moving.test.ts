import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { openingTables } from '../../infra/operate/open-operated-table.ts'
import { operate } from '../../infra/operate/operate.ts'
import { operatorFunctions } from '../../infra/operate/operator-functions.ts'
import { eventually, patiently } from '../eventually.ts'
import { type RunningInstance, startInstance, startUnclaimedInstance } from '../instance.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts'
import { pay } from './customer.ts'
import { merchant } from './merchant.ts'
import { localTarget } from './target.ts'

const policy = {
  SESSION_TTL_SECONDS: '5',
  RECHECK_DELAY_SECONDS: '3',
  BLOCK_TIME_SECONDS: '1',
  SCHEDULE_SECONDS: '3',
  SWEEP_SECONDS: '3600',
  WEBHOOK_RETRY_SECONDS: '1,1,1,2,2',
}

let old: RunningInstance
let next: Awaited<ReturnType<typeof startUnclaimedInstance>>
let receiver: WebhookReceiver
let files: string

beforeAll(async () => {
  old = await startInstance({ env: policy })
  receiver = await startWebhookReceiver({})
  files = await mkdtemp(join(tmpdir(), 'moving-'))
})

afterAll(async () => {
  await receiver.close()
  await old.stop()
  await next?.stop()
  await rm(files, { recursive: true })
})

const run = ({ dataDir }: { dataDir: string }, ...args: string[]) => {
  const config = { dataDir, functionPrefix: undefined }
  return operate(() => operatorFunctions(config), args, {
    variables: { EXPORT_PASSPHRASE: 'correct horse battery' },
    readLine: async () => '',
    openTable: openingTables(config),
  })
}

const amount = { value: '25', currency: 'USD' }

/** The chains stay as they are: an account on AWS shares them with any other. */
async function shareChains(): Promise<void> {
  await next.terminate()
  for (const { chainId } of old.instance.chains) {
    const file = `chain-${chainId}.state`
    await cp(join(old.dataDir, file), join(next.dataDir, file))
  }
  await next.restart()
}

async function setUpAgain(): Promise<string> {
  const wallet = z.object({ mnemonic: z.string() })
  const saved = await readFile(join(old.dataDir, 'wallet.json'), 'utf8')
  const { mnemonic } = wallet.parse(JSON.parse(saved))
  const owner = { email: 'owner@example.com', password: 'correct horse battery' }
  const file = join(files, 'setup.json')
  const setup = { baseUrl: next.baseUrl, mnemonic, mayHoldMoney: true, owner }
  await writeFile(file, JSON.stringify(setup), { mode: 0o600 })
  return run(next, 'setup', '--file', file)
}

it('another instance continues the payments of one that was exported', async () => {
  const shop = merchant(old.baseUrl, old.instance.apiKeys.test)
  const { secret } = await shop.createEndpoint(receiver.url)
  receiver.expectSecret(secret)
  const link = await shop.createLink('10')
  const expired = await shop.createSession({ amount })
  await run(old, 'settings', 'set', '--mode', 'test', 'sessionTtlSeconds=3600')
  // A function keeps settings for a few seconds.
  const paid = await eventually(
    () => shop.createSession({ amount }),
    ({ createdAt, expiresAt }) => Date.parse(expiresAt) - Date.parse(createdAt) > 60_000,
    { what: 'a session of an hour', everyMs: 1000, ...patiently },
  )
  const open = await shop.createSession({ amount })
  await pay(localTarget(old), paid)
  await shop.reaches(paid.id, 'paid')
  await shop.reaches(expired.id, 'expired')

  await run(old, 'restore', '--stop')
  const folder = join(files, 'export')
  const exported = await run(old, 'data', 'export', '--to', folder)
  expect(exported).toContain('under the passphrase')
  expect(exported).toMatch(/beside each mnemonic: live \d+, test \d+\./)
  await old.terminate()

  next = await startUnclaimedInstance({ env: policy })
  await shareChains()
  expect(await run(next, 'data', 'import', '--from', folder)).toContain('keep their secrets')
  await expect(run(next, 'data', 'import', '--from', folder)).rejects.toThrow('already been')
  expect(await setUpAgain()).toMatch(/and 200\d\d \(test\)/)
  await expect(run(next, 'data', 'import', '--from', folder)).rejects.toThrow('set up already')
  expect(await run(next, 'restore', '--mode', 'test')).toContain('are accepted again')

  const moved = merchant(next.baseUrl, old.instance.apiKeys.test)
  const before = [expired, paid, open].map(({ id, address }) => ({ id, address }))
  const after = await Promise.all(before.map(({ id }) => moved.getSession(id)))
  expect(after).toMatchObject(before)
  expect(after.map(({ status }) => status)).toEqual(['expired', 'paid', 'pending'])
  const target = { ...localTarget(old), payers: payersOf(next) }
  await pay(target, open)
  await moved.reaches(open.id, 'paid')
  const sent = () =>
    receiver.deliveries.filter(
      ({ event }) => event.data.id === open.id && event.type === 'session.paid',
    )
  await receiver.waitFor(() => sent().length > 0, patiently)
  expect(sent().every(({ verified }) => verified)).toBe(true)
  expect(await run(next, 'sessions', 'list', '--mode', 'test')).toContain(paid.id)
  const later = await moved.createSession({ linkId: link.id })
  expect(before.map(({ address }) => address)).not.toContain(later.address)
}, 1_200_000)

function payersOf({ instance: { chains } }: typeof next) {
  return chains.map(({ chainId, rpcUrl, faucetPrivateKey: privateKey }) => ({
    chainId,
    rpcUrl,
    privateKey,
  }))
}
