import { banner } from './banner.ts'
import { readLocalConfig } from './config.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'
import { startInstance } from './start-instance.ts'
import { startupSentence } from './startup-error.ts'

const stepMilliseconds = 4000

async function main(): Promise<void> {
  const begin = performance.now()
  const config = readLocalConfig()
  const shutdown = createShutdown(stepMilliseconds)
  const starting = startInstance(config, shutdown)
  endOnSignal(shutdown, starting)
  try {
    const { file, logPath, probeChains } = await starting
    const milliseconds = performance.now() - begin
    console.log(banner({ file, dataDir: config.dataDir, logPath, milliseconds }))
    for (const line of await probeChains().catch(unasked)) console.warn(`Chains: ${line}`)
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

/** The instance runs, whatever its nodes say. */
function unasked(error: unknown): string[] {
  return [`their nodes were not asked (${error instanceof Error ? error.message : error}).`]
}

/** npm passes Ctrl-C on to a child that got it from the terminal already; that is not a second wish. */
const sameWishMilliseconds = 1000

/** The first signal ends everything in order, also in the middle of a start; a later one at once. */
function endOnSignal(shutdown: Shutdown, starting: Promise<unknown>): void {
  let endingSince: number | undefined
  const end = async () => {
    if (endingSince !== undefined) {
      if (performance.now() - endingSince > sameWishMilliseconds) process.exit(1)
      return
    }
    endingSince = performance.now()
    console.log('Stopping …')
    await starting.catch(() => undefined)
    for (const problem of await shutdown.run()) console.error(problem)
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void end())
  }
  process.on('uncaughtException', (error) => {
    console.error(error)
    void shutdown.run().finally(() => process.exit(1))
  })
}

main().catch((error: unknown) => {
  console.error(startupSentence(error))
  process.exit(1)
})
