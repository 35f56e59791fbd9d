import { setTimeout as wait } from 'node:timers/promises'
import { banner } from './banner.ts'
import { readLocalConfig } from './config.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'
import { startInstance } from './start-instance.ts'
import { startupSentence } from './startup-error.ts'
import { whenParentEnds } from './when-parent-ends.ts'

const stepMilliseconds = 4000

async function main(): Promise<void> {
  const begin = performance.now()
  const config = readLocalConfig()
  const shutdown = createShutdown(stepMilliseconds)
  const starting = startInstance(config, shutdown)
  const { end, isEnding } = endOnSignal(shutdown, starting)
  if (config.isNpmStart) whenParentEnds(end)
  try {
    const { file, logPath, probeChains } = await starting
    const milliseconds = performance.now() - begin
    console.log(banner({ file, dataDir: config.dataDir, logPath, milliseconds }))
    for (const line of await probeChains().catch(unasked)) console.warn(`Chains: ${line}`)
  } catch (error) {
    await shutdown.run()
    // Then the end of the process is the signal's, and what a stop does to a start is no error.
    if (!isEnding()) throw error
  }
}

/** The instance runs, whatever its nodes say. */
function unasked(error: unknown): string[] {
  return [`their nodes were not asked (${error instanceof Error ? error.message : error}).`]
}

/** npm passes Ctrl-C on to a child that got it from the terminal already; that is not a second wish. */
const sameWishMilliseconds = 1000

/**
 * The first signal ends everything in order, also in the middle of a start, which may come to its end first if it does
 * soon; a later one at once. Returns how to do the same without one.
 */
function endOnSignal(shutdown: Shutdown, starting: Promise<unknown>) {
  let endingSince: number | undefined
  const end = async () => {
    if (endingSince !== undefined) {
      if (performance.now() - endingSince > sameWishMilliseconds) process.exit(1)
      return
    }
    endingSince = performance.now()
    console.log('Stopping …')
    await Promise.race([starting.catch(() => undefined), wait(stepMilliseconds)])
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
  return { end: () => void end(), isEnding: () => endingSince !== undefined }
}

main().catch((error: unknown) => {
  console.error(startupSentence(error))
  process.exit(1)
})
