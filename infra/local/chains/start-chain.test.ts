import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAbi } from 'viem'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import {
  getBalance,
  getBlock,
  getBlockNumber,
  getTransactionCount,
  readContract,
  sendTransaction,
} from 'viem/actions'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { localAddresses } from '../../../shared/chain/local-addresses.ts'
import { suspend } from '../../../test/suspend.ts'
import { anvilBinary } from './anvil-binary.ts'
import { endAnvil, findAnvil } from './anvil-process.ts'
import { callNode, ignored } from './call-node.ts'
import { fund } from './fund.ts'
import { generousFees, localClient } from './local-client.ts'
import { type ChainOptions, type LocalChain, startChain } from './start-chain.ts'

const shop = '0x00000000000000000000000000000000000c0ffe'
const deadline = { timeout: 90_000, interval: 50 }

let dataDir: string
let started: LocalChain[]
const reports: string[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'chains-'))
  started = []
  reports.length = 0
})

afterEach(async () => {
  await Promise.all(started.map((chain) => chain.stop()))
  await rm(dataDir, { recursive: true })
})

const deps = { now: () => new Date(), report: (message: string) => reports.push(message) }

async function start(changes: Partial<ChainOptions> = {}): Promise<LocalChain> {
  const options = { mode: 'test', chainId: 31337, dataDir, port: 0 } as const
  const timing = { blockTimeSeconds: 0.05, isBusy: () => false }
  const chain = await startChain({ ...options, ...timing, ...changes }, deps)
  started.push(chain)
  return chain
}

async function pay(chain: LocalChain, amountBase = 5n) {
  return fund(chain, { to: shop, asset: 'ETH', amountBase })
}

const balanceAt = (chain: LocalChain, blockNumber?: bigint) =>
  getBalance(localClient(chain), {
    address: shop,
    ...(blockNumber === undefined ? {} : { blockNumber }),
  })
const head = (chain: LocalChain) => getBlockNumber(localClient(chain))
const faucetNonce = (chain: LocalChain) => {
  const address = privateKeyToAddress(chain.faucetPrivateKey)
  return getTransactionCount(localClient(chain), { address })
}

/** If the response was lost, the node says that it already has the transaction. */
async function isAccepted(sent: Promise<unknown>): Promise<boolean> {
  try {
    await sent
    return true
  } catch (error) {
    return error instanceof Error && /already imported/i.test(error.message)
  }
}

const isRunning = (pid: number) => findAnvil(pid, { chainId: 31337, dataDir }) !== undefined

/** Starts the chain in a separate process and kills that, like an instance that crashes. */
async function crashedParent(): Promise<number> {
  const module = new URL('./start-chain.ts', import.meta.url).href
  const options = { mode: 'test', chainId: 31337, dataDir, port: 0, blockTimeSeconds: 0.05 }
  const script = `
    const { startChain } = await import('${module}')
    const chain = await startChain({ ...${JSON.stringify(options)}, isBusy: () => false })
    console.log(chain.pid)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(parent.stdout, 'data')
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  return Number(line)
}

describe('mining', () => {
  it('pauses while no block is needed, and still includes a transaction', async () => {
    const isBusy = vi.fn(() => false)
    const chain = await start({ isBusy })
    const before = await head(chain)
    const calls = isBusy.mock.calls.length
    await vi.waitFor(() => expect(isBusy.mock.calls.length).toBeGreaterThan(calls + 5), deadline)
    expect(await head(chain)).toBe(before)
    expect((await pay(chain)).blockNumber).toBe(before + 1n)
  })

  it('continues while blocks are needed, with the current time', async () => {
    const chain = await start({ isBusy: () => true })
    const before = await head(chain)
    await vi.waitFor(async () => expect(await head(chain)).toBeGreaterThan(before + 5n), deadline)
    const { number, timestamp } = await getBlock(localClient(chain))
    const earlier = await getBlock(localClient(chain), { blockNumber: number - 4n })
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now() / 1000)
    expect(Number(timestamp)).toBeGreaterThan(Date.now() / 1000 - 10)
    expect(timestamp).toBeGreaterThanOrEqual(earlier.timestamp)
  })

  it('announces every block once, including those that others mined', async () => {
    const chain = await start()
    const numbers: bigint[] = []
    const leave = chain.onBlocks((blocks) => numbers.push(...blocks.map(({ number }) => number)))
    const before = await head(chain)
    await callNode(chain.rpcUrl, { method: 'anvil_mine', params: ['0x3'] }, ignored)
    const { blockNumber } = await pay(chain)
    await vi.waitFor(() => expect(numbers).toContain(blockNumber), deadline)
    leave()
    await pay(chain)
    expect(numbers).toEqual([1n, 2n, 3n, 4n].map((offset) => before + offset))
  })

  it('announces the blocks that replace others in a reorg', async () => {
    const chain = await start()
    const seen = new Map<bigint, Set<string>>()
    chain.onBlocks((blocks) => {
      for (const { number, hash } of blocks) {
        seen.set(number, (seen.get(number) ?? new Set()).add(hash))
      }
    })
    const { blockNumber } = await pay(chain)
    await vi.waitFor(() => expect(seen.get(blockNumber)?.size).toBe(1), deadline)
    await callNode(chain.rpcUrl, { method: 'anvil_reorg', params: [1, []] }, ignored)
    await vi.waitFor(() => expect(seen.get(blockNumber)?.size).toBe(2), deadline)
  })
})

describe('the state', () => {
  it('survives a restart, with the states of old blocks and the current time', async () => {
    const first = await start()
    const paid = await pay(first)
    const later = await pay(first)
    const nonce = await faucetNonce(first)
    await first.stop()
    expect(isRunning(first.pid)).toBe(false)

    const second = await start()
    expect(second.adopted).toBe(false)
    expect(await balanceAt(second)).toBe(10n)
    expect(await balanceAt(second, paid.blockNumber)).toBe(5n)
    expect(await faucetNonce(second)).toBe(nonce)
    expect(await head(second)).toBeGreaterThan(later.blockNumber)
    const { timestamp } = await getBlock(localClient(second))
    expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(10)
  })

  it('survives a crash of the node, which is restarted on its port', async () => {
    const chain = await start()
    const { blockNumber } = await pay(chain)
    const nonce = await faucetNonce(chain)
    const announced: bigint[] = []
    chain.onBlocks((blocks) => announced.push(...blocks.map((block) => block.number)))
    const second = await pay(chain)
    await vi.waitFor(() => expect(announced).toContain(second.blockNumber), deadline)
    const killed = chain.pid
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(() => expect(chain.pid).not.toBe(killed), deadline)
    expect(await balanceAt(chain)).toBe(10n)
    expect(await faucetNonce(chain)).toBe(nonce + 1)
    expect((await pay(chain)).blockNumber).toBeGreaterThanOrEqual(blockNumber + 2n)
  })

  it('lets contracts read the hashes of blocks soon after a restart, while no block is needed', async () => {
    const first = await start()
    await pay(first)
    await first.stop()
    const second = await start()
    const client = localClient(second)
    const confirmedHash = async () => {
      const newest = await head(second)
      const blockNumber = newest - 2n
      const { hash } = await getBlock(client, { blockNumber })
      const read = await readContract(client, {
        address: localAddresses.multicall3,
        abi: parseAbi(['function getBlockHash(uint256) view returns (bytes32)']),
        functionName: 'getBlockHash',
        args: [blockNumber],
        blockNumber: newest,
      })
      return { hash, read }
    }
    await vi.waitFor(async () => {
      const { hash, read } = await confirmedHash()
      expect(read).toBe(hash)
    }, deadline)
  })

  it('moves to a new node when the old one has grown, while no block is needed', async () => {
    const chain = await start()
    const { blockNumber } = await pay(chain)
    const grown = chain.pid
    await callNode(chain.rpcUrl, { method: 'anvil_mine', params: ['0x12c'] }, ignored)
    await vi.waitFor(() => expect(chain.pid).not.toBe(grown), deadline)
    expect(isRunning(grown)).toBe(false)
    expect(await head(chain)).toBeGreaterThanOrEqual(blockNumber + 300n)
    expect(await balanceAt(chain, blockNumber + 250n)).toBe(5n)
  })

  it('keeps the pending transactions of a node that has grown', async () => {
    const chain = await start()
    const client = localClient(chain)
    const account = privateKeyToAccount(chain.faucetPrivateKey)
    const first = await faucetNonce(chain)
    const send = (nonce: number) =>
      sendTransaction(client, {
        ...generousFees,
        account,
        to: shop,
        value: 1n,
        gas: 21_000n,
        nonce,
      })
    const gap = first + 1
    await send(gap)
    const grown = chain.pid
    await callNode(chain.rpcUrl, { method: 'anvil_mine', params: ['0x12c'] }, ignored)
    // Without a pause, so that some come in the middle of the move.
    let last = gap
    while (chain.pid === grown || last % 20) {
      if (await isAccepted(send(last + 1))) last += 1
    }
    await send(first)
    await vi.waitFor(
      async () => expect(await balanceAt(chain)).toBe(BigInt(last - first + 1)),
      deadline,
    )
    expect(reports).toEqual([])
  })

  it('keeps what is sent while a node that has grown is replaced, which nobody notices', async () => {
    const chain = await start()
    const grown = chain.pid
    await callNode(chain.rpcUrl, { method: 'anvil_mine', params: ['0x12c'] }, ignored)
    const addresses: `0x${string}`[] = []
    // Without a second attempt, and without a pause.
    while (chain.pid === grown) {
      const address = `0x${String(addresses.length + 1).padStart(40, '0')}` as const
      await callNode(
        chain.rpcUrl,
        { method: 'anvil_setBalance', params: [address, '0x7'] },
        ignored,
      )
      addresses.push(address)
    }
    const client = localClient(chain)
    const left = addresses.map((address) => getBalance(client, { address }))
    expect(new Set(await Promise.all(left))).toEqual(new Set([7n]))
    expect(reports).toEqual([])
  })

  it('ends the start with one sentence if it cannot be read', async () => {
    await writeFile(join(dataDir, 'chain-31337.state'), 'not a state')
    await expect(start()).rejects.toThrow(
      `The saved chain ${join(dataDir, 'chain-31337.state')} cannot be read. Move it away to start a new chain.`,
    )
  })
})

describe('after a crash of the instance', () => {
  it('the node that keeps running is adopted, with its state', async () => {
    const left = await crashedParent()
    expect(isRunning(left)).toBe(true)
    const chain = await start()
    expect(chain).toMatchObject({ adopted: true, pid: left })
    await pay(chain)
    await chain.stop()
    expect(isRunning(left)).toBe(false)
  })

  it('a node that hangs is ended first', async () => {
    const left = await crashedParent()
    await suspend(left)
    expect((await start()).adopted).toBe(false)
    expect(isRunning(left)).toBe(false)
  })

  it('an unrelated process is neither adopted nor ended', async () => {
    await writeFile(join(dataDir, 'chain-31337.pid'), `${process.pid}\n`)
    const chain = await start()
    expect(chain.adopted).toBe(false)
    await endAnvil({ pid: process.pid, host: '127.0.0.1', port: 0 })
  })
})

it('allows no web page to send it requests', async () => {
  const { rpcUrl } = await start()
  const headers = {
    origin: 'https://shop.example.com',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  }
  const preflight = await fetch(rpcUrl, { method: 'OPTIONS', headers })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
})

it('responds to no web page whose name leads to this machine', async () => {
  const chain = await start()
  const [response] = await once(
    request(chain.rpcUrl, { method: 'POST', headers: { host: 'evil.example' } }).end('{}'),
    'response',
  )
  response.resume()
  expect(response.statusCode).toBe(421)
  // All that this process's own node listens on is an address that nobody knows.
  const node = findAnvil(chain.pid, { chainId: 31337, dataDir })
  expect(node?.host).toMatch(/^127\.\d+\.\d+\.\d+$/)
  expect(node?.host).not.toBe('127.0.0.1')
  await expect(fetch(`http://127.0.0.1:${node?.port}`)).rejects.toThrow('fetch failed')
})

describe('a start that cannot succeed says why', () => {
  it('on a busy port', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = z.object({ port: z.number() }).parse(server.address())
    await expect(start({ port })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use or not allowed.`,
    )
    server.close()
  })

  it('without a binary for the platform', () => {
    expect(() => anvilBinary('plan9', 'x64')).toThrow(
      'The local chains need the package @foundry-rs/anvil-plan9-amd64, which is not installed.',
    )
  })
})
