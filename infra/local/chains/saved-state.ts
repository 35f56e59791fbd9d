import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import * as z from 'zod'
import { callNode } from './call-node.ts'
import { readIfThere } from './read-if-there.ts'

/** Older blocks are left behind at a restart; anvil itself would keep and dump them for ever. */
export const keptBlocks = 10_000

/** The history of a chain with thousands of accounts is not worth the memory that dumping it takes. */
const maxHistoryBytes = 100_000_000

const gunzipped = promisify(gunzip)
const dump = z.string().startsWith('0x')

/** `head` saves blocks and the newest state; `history` also the states of old blocks, which takes longer. */
export type SaveDepth = 'head' | 'history'

/** Asks the node for its state and replaces the file in one step: a crash leaves the old file or the new one. */
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
 * Writes the saved state as the JSON file that anvil loads before it listens (a load by RPC would show readers an
 * empty chain for a moment). Returns false where nothing was saved yet.
 */
export async function unpackState(file: string, jsonFile: string): Promise<boolean> {
  const saved = await readIfThere(file)
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

/** The dump begins with the accounts; each old state is about another copy of them. */
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

/** Parses only a chain that has grown too long: a state of ordinary size takes its time, too. */
function withoutOldBlocks(json: Buffer): Buffer | string {
  const at = json.indexOf(bestBlockKey) + bestBlockKey.length
  const oldest = Number.parseInt(json.toString('latin1', at, at + 20), 10) - keptBlocks
  if (!(oldest > 0)) return json
  const chain = savedChain.parse(JSON.parse(json.toString('utf8')))
  const isKept = (number: number) => number > oldest
  return JSON.stringify({
    ...chain,
    // The genesis block stays: it carries the chain's first timestamp.
    blocks: chain.blocks.filter(
      ({ header }) => Number(header.number) === 0 || isKept(Number(header.number)),
    ),
    transactions: chain.transactions.filter((transaction) => isKept(transaction.block_number)),
  })
}
