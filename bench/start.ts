import { rm } from 'node:fs/promises'
import { areFunctionsBuilt, functionsStamp } from '../infra/build/build-functions.ts'
import { pagesStamp } from '../infra/build/build-pages.ts'
import { eventually, patiently } from '../test/eventually.ts'
import { startInstance } from '../test/instance.ts'
import { nodesMemory, serviceMemory } from '../test/service-memory.ts'
import type { Figure } from './bench.ts'

/** How long the whole service takes to become ready, and the memory of each of its processes. */
export async function start(): Promise<Figure[]> {
  await Promise.all([functionsStamp, pagesStamp].map((path) => rm(path, { force: true })))
  const first = performance.now()
  const built = await startInstance()
  const firstReady = performance.now() - first
  // Functions that a start doesn't call are built after it.
  await eventually(areFunctionsBuilt, (are) => are, {
    what: 'the build of all functions',
    ...patiently,
  })
  await built.stop()
  const begin = performance.now()
  const instance = await startInstance()
  const ready = performance.now() - begin
  try {
    const service = await serviceMemory(instance)
    const nodes = await nodesMemory(instance)
    await instance.kill()
    const killed = performance.now()
    await instance.restart()
    const again = performance.now() - killed
    return [
      { what: 'ready, with nothing built', value: seconds(firstReady), aim: 'under 10 s' },
      { what: 'ready, with an empty data folder', value: seconds(ready), aim: 'under 10 s' },
      { what: 'ready again after kill -9', value: seconds(again), aim: 'under 10 s' },
      { what: 'memory of the service when ready', value: `${service} MB` },
      ...nodes.map(({ chainId, megabytes }) => ({
        what: `memory of the node of chain ${chainId}`,
        value: `${megabytes} MB`,
      })),
    ]
  } finally {
    await instance.stop()
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
