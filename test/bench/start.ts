import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { type RunningInstance, startInstance } from '../instance.ts'
import { merchant, openLink } from '../journeys/merchant.ts'
import type { Figure } from './bench.ts'

const lock = z.object({
  pid: z.int(),
  chains: z.array(z.object({ chainId: z.int(), pid: z.int() })),
})

/** How long the instance takes to answer, and the memory of everything it started, at rest and after a session. */
export async function start(): Promise<readonly Figure[]> {
  const began = performance.now()
  const instance = await startInstance()
  const readySeconds = (performance.now() - began) / 1000
  try {
    const atRest = await memory(instance)
    const { baseUrl, apiKeys } = instance.instance
    const { slug } = await merchant(baseUrl, apiKeys.test).createLink('10.00')
    await openLink(baseUrl, slug)
    const afterwards = await memory(instance)
    return [
      {
        what: 'ready, from the start of the process',
        value: `${readySeconds.toFixed(1)} s`,
        aim: 'under 10 s',
      },
      ...atRest.map(({ what, mib }) => ({
        what: `memory of ${what}, just started`,
        value: `${mib} MiB`,
      })),
      ...afterwards.map(({ what, mib }) => ({
        what: `memory of ${what}, after a session`,
        value: `${mib} MiB`,
      })),
    ]
  } finally {
    await instance.stop()
  }
}

/** Resident memory of the instance and of each node, in whole MiB. */
async function memory({ dataDir }: RunningInstance): Promise<{ what: string; mib: number }[]> {
  const { pid, chains } = lock.parse(
    JSON.parse(await readFile(join(dataDir, 'instance.lock'), 'utf8')),
  )
  const processes = [
    { what: 'the instance', pid },
    ...chains.map((chain) => ({ what: `chain ${chain.chainId}`, pid: chain.pid })),
  ]
  return Promise.all(
    processes.map(async ({ what, pid }) => {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
      return { what, mib: Math.round(Number(stdout) / 1024) }
    }),
  )
}
