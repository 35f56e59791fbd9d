import { parseArgs } from 'node:util'
import { readLocalConfig } from '../config.ts'
import { type InstanceFile, readInstanceFile } from '../instance-file.ts'
import { StartupError } from '../startup-error.ts'
import type { PaymentReport } from './follow-payment.ts'
import { runDemo } from './run-demo.ts'
import { openScreen, type Screen } from './screen.ts'

const deadlineMs = 4 * 60_000

async function main(): Promise<void> {
  const screen = openScreen(process.stdout, () => performance.now())
  try {
    const config = readLocalConfig()
    const { fill, days } = readOptions()
    if (fill) {
      const { fillInstance } = await import('./fill/fill-instance.ts')
      await fillInstance(config, { screen, days })
      screen.verdict(
        true,
        `${days} days are over after ${screen.elapsed()}. Look at them: npm start`,
      )
      process.exit(0)
    }
    const { dataDir } = config
    const instance = await runningInstance(dataDir)
    const reports = await runDemo({ instance, dataDir, screen }, endOfDemo())
    summarize(screen, reports)
    process.exit(0)
  } catch (error) {
    if (error instanceof StartupError) console.error(error.message)
    else screen.verdict(false, `The demo failed: ${sentenceOf(error)}`)
    process.exit(1)
  }
}

const longestDays = 30

function readOptions(): { fill: boolean; days: number } {
  const { values } = readArguments()
  const days = Number(values.days ?? longestDays)
  if (Number.isInteger(days) && days >= 1 && days <= longestDays) return { fill: values.fill, days }
  throw new StartupError(`--days must be a whole number from 1 to ${longestDays}.`)
}

function readArguments() {
  try {
    return parseArgs({
      options: { fill: { type: 'boolean', default: false }, days: { type: 'string' } },
    })
  } catch (cause) {
    throw new StartupError(usage, { cause })
  }
}

const usage = `npm run demo                          pays two sessions of the running instance
npm run demo -- --fill [--days ${longestDays}]   fills a new data folder with a shop's days, by default ${longestDays}`

/** Aborts when time is up, or when somebody stops the demo, which then cleans up. */
function endOfDemo(): AbortSignal {
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopped.abort('it was stopped'))
  }
  return AbortSignal.any([AbortSignal.timeout(deadlineMs), stopped.signal])
}

/** Returns the instance of this data folder if it responds: the file can outlive a killed process. */
async function runningInstance(dataDir: string): Promise<InstanceFile> {
  const instance = await readInstanceFile(dataDir)
  const responds = instance && (await fetch(instance.baseUrl).then(Boolean, () => false))
  if (responds) return instance
  throw new StartupError('No instance is running here. Start one with "npm start", then try again.')
}

function summarize(screen: Screen, reports: readonly PaymentReport[]): void {
  screen.table(
    ['Session', 'Paid with', 'Detected', 'Paid', 'Webhooks received', 'Signatures'],
    reports.map(({ who, paidWith, detected, paid, webhooks }) => [
      { text: who, style: 'bold' },
      { text: paidWith },
      { text: detected },
      { text: paid },
      { text: webhooks.join(', ') },
      { text: 'both valid', style: 'green' },
    ]),
  )
  screen.verdict(true, `The demo completed in ${screen.elapsed()}.`)
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

await main()
