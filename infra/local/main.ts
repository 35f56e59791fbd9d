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
  const starting = startInstance(config, shutdown, (step) => console.log(step))
  const { end, isEnding } = endOnSignal(shutdown, starting)
  if (config.isNpmStart) whenParentEnds(end)
  try {
    const { file, logPath, notices, probeChains } = await starting
    const milliseconds = performance.now() - begin
    console.log(banner({ file, dataDir: config.dataDir, logPath, milliseconds }))
    for (const line of notices) console.warn(line)
    for (const line of await probeChains().catch(probeFailed)) console.warn(`Chains: ${line}`)
  } catch (error) {
    await shutdown.run()
    // If the start was interrupted, its failure isn't an error, and `endOnSignal` ends the process.
    if (!isEnding()) throw error
  }
}

/** The instance runs even if its nodes can't be probed. */
function probeFailed(error: unknown): string[] {
  return [`the nodes could not be probed (${error instanceof Error ? error.message : error}).`]
}

/** npm forwards Ctrl-C to a child that already got it from the terminal; that isn't a second signal. */
const sameSignalMilliseconds = 1000

/**
 * The first signal shuts everything down in order, after giving a start in progress a moment to finish. A second signal
 * exits immediately. Returns a way to shut down without a signal.
 */
function endOnSignal(shutdown: Shutdown, starting: Promise<unknown>) {
  let endingSince: number | undefined
  const end = async () => {
    if (endingSince !== undefined) {
      if (performance.now() - endingSince > sameSignalMilliseconds) process.exit(1)
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
