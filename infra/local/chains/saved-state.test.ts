import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { keptBlocks, unpackState } from './saved-state.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'state-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

const chainOf = (best: number) => ({
  accounts: { '0x01': { balance: '0x1' } },
  best_block_number: best,
  blocks: Array.from({ length: best + 1 }, (_, number) => ({
    header: { number: `0x${number.toString(16)}`, extra: 1 },
  })).reverse(),
  transactions: [{ block_number: 2 }, { block_number: best - 1 }],
})

async function unpacked(chain: object): Promise<unknown> {
  await writeFile(join(folder, 'state'), gzipSync(JSON.stringify(chain)))
  expect(await unpackState(join(folder, 'state'), join(folder, 'json'))).toBe(true)
  return JSON.parse(await readFile(join(folder, 'json'), 'utf8'))
}

describe('a saved chain', () => {
  it('is loaded unchanged while it is short', async () => {
    expect(await unpacked(chainOf(12))).toEqual(chainOf(12))
  })

  it('drops the oldest blocks when it is too long, but not its genesis block', async () => {
    const chain = await unpacked(chainOf(keptBlocks + 5))
    const { accounts, blocks, transactions } = z
      .object({
        accounts: z.unknown(),
        blocks: z.array(z.object({ header: z.object({ number: z.coerce.number() }) })),
        transactions: z.unknown(),
      })
      .parse(chain)
    const numbers = blocks.map(({ header }) => header.number).sort((a, b) => a - b)
    expect(numbers.slice(0, 2)).toEqual([0, 6])
    expect(numbers).toHaveLength(keptBlocks + 1)
    expect(transactions).toEqual([{ block_number: keptBlocks + 4 }])
    expect(accounts).toEqual(chainOf(1).accounts)
  })

  it('can be missing', async () => {
    expect(await unpackState(join(folder, 'none'), join(folder, 'json'))).toBe(false)
  })
})
