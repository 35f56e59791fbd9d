import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { getBalance } from 'viem/actions'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { suspend } from '../../../test/suspend.ts'
import { testDataDir } from '../aws/test-data-dir.ts'
import { createShutdown } from '../shutdown.ts'
import { findAnvil } from './anvil-process.ts'
import { callNode, ignored } from './call-node.ts'
import { fund } from './fund.ts'
import { localClient } from './local-client.ts'
import { type LocalChain, startChain } from './start-chain.ts'

const shop = '0x00000000000000000000000000000000000c0ffe'
const chainId = 31337

let dataDir: string

beforeEach(async () => {
  dataDir = await testDataDir()
})

async function start(): Promise<LocalChain> {
  const timing = { blockTimeSeconds: 0.02, isBusy: () => false }
  const chain = await startChain({ mode: 'test', chainId, dataDir, port: 0, ...timing })
  onTestFinished(chain.kill)
  return chain
}

/** Resolves when the payment is on disk, which is before it is announced. */
async function pay(chain: LocalChain): Promise<void> {
  const announced = new Promise((resolve) => chain.onBlocks(resolve))
  await fund(chain, { to: shop, asset: 'ETH', amountBase: 5n })
  await announced
}

const isRunning = (pid: number) => findAnvil(pid, { chainId, dataDir }) !== undefined
const balance = (chain: LocalChain) => getBalance(localClient(chain), { address: shop })

/** Stops a chain as the instance does, with a shorter timeout. */
async function stop(chain: LocalChain): Promise<string[]> {
  const shutdown = createShutdown(500)
  shutdown.add('chains', chain.stop, { force: chain.kill })
  return shutdown.run()
}

it('a node that hangs is killed, and announced blocks are restored', async () => {
  const chain = await start()
  await pay(chain)
  const { pid } = chain
  await suspend(pid)
  expect(await stop(chain)).toEqual(['chains: still running after 500 ms; killed'])
  expect(isRunning(pid)).toBe(false)
  expect(await balance(await start())).toBe(5n)
})

it('a node that mines endlessly is ended too, and killed if it does not save its state', async () => {
  const chain = await start()
  await pay(chain)
  const { pid } = chain
  const mining = callNode(chain.rpcUrl, { method: 'anvil_mine', params: ['0x5f5e100'] }, ignored)
  await Promise.all([stop(chain), expect(mining).rejects.toThrow()])
  expect(isRunning(pid)).toBe(false)
  expect(await balance(await start())).toBe(5n)
})

it('a node that is starting as a replacement is ended as well', async () => {
  const chain = await start()
  await pay(chain)
  const killed = chain.pid
  process.kill(killed, 'SIGKILL')
  const pidFile = join(dataDir, `chain-${chainId}.pid`)
  const { mtimeMs } = await stat(pidFile)
  await eventually(
    async () => (await stat(pidFile)).mtimeMs,
    (at) => at > mtimeMs,
    { everyMs: 1, what: 'a new node' },
  )
  await chain.kill()
  await expect(stat(pidFile)).rejects.toThrow('ENOENT')
  expect(await balance(await start())).toBe(5n)
})
