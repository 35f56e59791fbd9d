import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import * as z from 'zod'
import { callNode } from './call-node.ts'
import { readIfPresent } from './read-if-present.ts'

/** Older blocks are dropped at a restart; anvil itself would keep and dump them forever. */
export const keptBlocks = 10_000

/** With thousands of accounts, the history of a chain isn't worth the memory that dumping it needs. */
const maxHistoryBytes = 100_000_000

const gunzipped = promisify(gunzip)
const dump = z.string().startsWith('0x')

/** `head` saves blocks and the newest state; `history` also saves the states of old blocks, which takes longer. */
export type SaveDepth = 'head' | 'history'

/** Dumps the node's state and replaces the file atomically: a crash leaves the old file or the new one. */
export async function saveState(
  rpcUrl: string,
  file: string,
  { depth, states }: { depth: SaveDepth; states: number },
): Promise<void> {
  const head = await dumpState(rpcUrl, false)
  const worthHistory = depth === 'history' && (await historyBytes(head, states)) < maxHistoryBytes
  await replaceFile(file, worthHistory ? await dumpState(rpcUrl, true) : head)
}

/**
 * Writes the saved state as the JSON file that anvil loads before it listens. (With a load over RPC, readers would see an
 * empty chain for a moment.) Returns false if nothing was saved yet.
 */
export async function unpackState(file: string, jsonFile: string): Promise<boolean> {
  const saved = await readIfPresent(file)
  if (!saved) return false
  await writeFile(jsonFile, await unpacked(file, saved))
  return true
}

async function unpacked(file: string, saved: Buffer): Promise<Buffer | string> {
  try {
    return withoutOldBlocks(await gunzipped(saved))
  } catch (cause) {
    throw new Error(`The saved chain ${file} cannot be read. Move it away to start a new chain.`, {
      cause,
    })
  }
}

async function dumpState(rpcUrl: string, withHistory: boolean): Promise<Buffer> {
  const call = { method: 'anvil_dumpState', params: [withHistory] }
  return Buffer.from((await callNode(rpcUrl, call, dump)).slice(2), 'hex')
}

/** The dump starts with the accounts, and each old state is roughly another copy of them. */
async function historyBytes(head: Buffer, states: number): Promise<number> {
  const json = await gunzipped(head)
  return json.indexOf(bestBlockKey) * states
}

async function replaceFile(file: string, content: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const temporary = `${file}.new`
  const handle = await open(temporary, 'w')
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
}

const bestBlockKey = '"best_block_number":'

const savedChain = z.looseObject({
  blocks: z.array(z.looseObject({ header: z.looseObject({ number: z.string() }) })),
  transactions: z.array(z.looseObject({ block_number: z.number() })),
})

/** Parses only a chain that is too long, because parsing takes time even for an ordinary state. */
function withoutOldBlocks(json: Buffer): Buffer | string {
  const at = json.indexOf(bestBlockKey) + bestBlockKey.length
  const oldest = Number.parseInt(json.toString('latin1', at, at + 20), 10) - keptBlocks
  if (!(oldest > 0)) return json
  const chain = savedChain.parse(JSON.parse(json.toString('utf8')))
  const isKept = (number: number) => number > oldest
  return JSON.stringify({
    ...chain,
    // The genesis block is kept: it has the chain's first timestamp.
    blocks: chain.blocks.filter(
      ({ header }) => Number(header.number) === 0 || isKept(Number(header.number)),
    ),
    transactions: chain.transactions.filter((transaction) => isKept(transaction.block_number)),
  })
}
