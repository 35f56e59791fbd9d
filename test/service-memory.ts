import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import type { RunningInstance } from './instance.ts'

const run = promisify(execFile)
const lock = z.object({
  pid: z.int(),
  chains: z.array(z.object({ chainId: z.int(), pid: z.int() })),
})

/** The resident memory of every process that an instance consists of, in megabytes. */
export async function serviceMemory({ dataDir }: Pick<RunningInstance, 'dataDir'>) {
  const text = await readFile(join(dataDir, 'instance.lock'), 'utf8')
  const { pid, chains } = lock.parse(JSON.parse(text))
  return {
    service: await residentMegabytes(pid),
    nodes: await Promise.all(
      chains.map(async (chain) => ({
        chainId: chain.chainId,
        megabytes: await residentMegabytes(chain.pid),
      })),
    ),
  }
}

async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)])
  return Math.round(Number(stdout) / 1024)
}
