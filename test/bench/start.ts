import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { startInstance } from '../instance.ts'
import type { Figure } from './bench.ts'

const run = promisify(execFile)
const lock = z.object({
  pid: z.int(),
  chains: z.array(z.object({ chainId: z.int(), pid: z.int() })),
})

/** How long the whole service takes until it answers, and the memory of every process it consists of. */
export async function start(): Promise<Figure[]> {
  const begin = performance.now()
  const instance = await startInstance()
  const ready = performance.now() - begin
  try {
    const path = join(instance.dataDir, 'instance.lock')
    const { pid, chains } = lock.parse(JSON.parse(await readFile(path, 'utf8')))
    const memory = [
      { what: 'memory of the service when ready', value: await residentMemory(pid) },
      ...(await Promise.all(
        chains.map(async (chain) => ({
          what: `memory of the node of chain ${chain.chainId}`,
          value: await residentMemory(chain.pid),
        })),
      )),
    ]
    await instance.kill()
    const killed = performance.now()
    await instance.restart()
    const again = performance.now() - killed
    return [
      { what: 'ready, with an empty data folder', value: seconds(ready), aim: 'under 10 s' },
      { what: 'ready again after kill -9', value: seconds(again), aim: 'under 10 s' },
      ...memory,
    ]
  } finally {
    await instance.stop()
  }
}

async function residentMemory(pid: number): Promise<string> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)])
  return `${Math.round(Number(stdout) / 1024)} MB`
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
