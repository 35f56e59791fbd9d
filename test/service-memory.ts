import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { localChains } from '../infra/local/foundation.ts'
import type { RunningInstance } from './instance.ts'

const run = promisify(execFile)

type Instance = Pick<RunningInstance, 'dataDir'>

/** The resident memory of the instance's process, without its nodes, in megabytes. */
export async function serviceMemory({ dataDir }: Instance): Promise<number> {
  return residentMegabytes(Number(await readFile(join(dataDir, 'instance.pid'), 'utf8')))
}

/** The memory of each chain's node. Fails while a node restarts, which happens every few minutes under load. */
export async function nodesMemory({ dataDir }: Instance) {
  return Promise.all(
    localChains.map(async ({ chainId }) => {
      const pid = await readFile(join(dataDir, `chain-${chainId}.pid`), 'utf8')
      return { chainId, megabytes: await residentMegabytes(Number(pid)) }
    }),
  )
}

async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)])
  return Math.round(Number(stdout) / 1024)
}
