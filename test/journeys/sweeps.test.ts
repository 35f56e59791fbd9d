import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { type PayoutBalances, payoutBalances } from '../../infra/local/demo/follow-sweep.ts'
import { eventually, patiently } from '../eventually.ts'
import { type RunningInstance, startInstance } from '../instance.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts'
import { pay } from './customer.ts'
import { type Merchant, merchant } from './merchant.ts'
import { localTarget } from './target.ts'

let instance: RunningInstance
let receiver: WebhookReceiver
let shop: Merchant
let secret: string

beforeAll(async () => {
  instance = await startInstance({
    env: {
      RECHECK_DELAY_SECONDS: '1',
      CONFIRMATIONS: '2',
      BLOCK_TIME_SECONDS: '1',
      SCHEDULE_SECONDS: '2',
      SWEEP_SECONDS: '1',
    },
  })
  receiver = await startWebhookReceiver({})
  shop = merchant(instance.instance.baseUrl, instance.instance.apiKeys.test)
  secret = (await shop.createEndpoint(receiver.url)).secret
  receiver.expectSecret(secret)
})

afterAll(async () => {
  await receiver.close()
  await instance.stop()
})

const has = (balances: PayoutBalances, before: PayoutBalances, symbol: string) =>
  (balances.get(symbol) ?? 0n) - (before.get(symbol) ?? 0n)

it('money reaches the payout wallet once, although the instance is killed meanwhile', async () => {
  const before = await payoutBalances(instance.instance)
  const amount = { value: '25', currency: 'USD' }
  const sessions = [
    await shop.createSession({ amount, asset: 'USDC' }),
    await shop.createSession({ amount, asset: 'USDC' }),
    await shop.createSession({ amount, asset: 'ETH' }),
  ]
  for (const session of sessions) await pay(localTarget(instance), session)
  await Promise.all(sessions.map(({ id }) => shop.reaches(id, 'paid')))
  await instance.kill()
  await instance.restart()
  await eventually(
    () => payoutBalances(instance.instance),
    (now) => has(now, before, 'USDC') >= 50_000_000n && has(now, before, 'ETH') > 0n,
    { what: 'the money in the payout wallet', ...patiently },
  )
  expect(has(await payoutBalances(instance.instance), before, 'USDC')).toBe(50_000_000n)
  // The claim of a run that was killed ends after two minutes.
}, 300_000)

const wallet = z.object({ mnemonic: z.string() })

/** Texts that must not be in any file, and where they are by design. */
async function secrets(): Promise<{ name: string; text: string }[]> {
  const file = await readFile(join(instance.dataDir, 'wallet.json'), 'utf8')
  const { mnemonic } = wallet.parse(JSON.parse(file))
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic))
  const paths = ["m/44'/1'/0'", "m/44'/60'/0'"].flatMap((account) =>
    [0, 1, 2, 3].map((index) => `${account}/0/${index}`),
  )
  const keys = [...paths, "m/44'/1'/1'/0/0", "m/44'/60'/1'/0/0"].map((path) => ({
    name: `private key of ${path}`,
    text: Buffer.from(root.derive(path).privateKey ?? []).toString('hex'),
  }))
  const { apiKeys } = instance.instance
  return [
    { name: 'mnemonic', text: mnemonic },
    { name: 'first words of the mnemonic', text: mnemonic.split(' ').slice(0, 3).join(' ') },
    ...keys,
    { name: 'API key', text: apiKeys.test.slice(16) },
    { name: 'live API key', text: apiKeys.live.slice(16) },
    { name: 'webhook secret', text: secret.slice(6) },
  ]
}

/** The owner's own copies, which only their account can read. */
const ownCopies = new Set(['wallet.json', 'instance.json', 'seed.json'])

it('writes no secret anywhere else', async () => {
  const wanted = await secrets()
  const entries = await readdir(instance.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !ownCopies.has(basename(entry.name)))
  expect(files.length).toBeGreaterThan(3)
  const found: string[] = []
  for (const { parentPath, name } of files) {
    const text = await readFile(join(parentPath, name), 'latin1')
    for (const one of wanted) {
      if (text.toLowerCase().includes(one.text.toLowerCase())) found.push(`${one.name} in ${name}`)
    }
  }
  expect(found).toEqual([])
})
