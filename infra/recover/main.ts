import { createInterface } from 'node:readline/promises'
import { setTimeout } from 'node:timers/promises'
import { askWithin } from '../../shared/chain/ask-chain.ts'
import { OperateError, usageError } from '../operate/operate-error.ts'
import { readMnemonic } from '../operate/read-mnemonic.ts'
import { outcomeLine } from './outcome-line.ts'
import {
  type Recovered,
  type RecoverOptions,
  recover,
  recoveredText,
  recoverOptions,
  requireOther,
} from './recover.ts'
import { sweepRecovered } from './sweep-recovered.ts'

const ask = askWithin({ silenceMs: 15_000, totalMs: 60_000 })
const now = () => new Date()

try {
  const options = recoverOptions(process.argv.slice(2))
  if (options.sweepTo && !options.yes && !process.stdin.isTTY) {
    throw usageError('Without a terminal to ask you, --sweep needs --yes.')
  }
  const mnemonic = await readMnemonic()
  const onProgress = (next: number) => process.stderr.write(`\r${next} addresses`)
  const recovered = await recover({ ask, now, onProgress }, mnemonic, options)
  process.stdout.write(`\n${recoveredText(recovered, options.mode)}\n`)
  if (options.sweepTo) await sweep(mnemonic, recovered, { ...options, sweepTo: options.sweepTo })
} catch (error) {
  if (!(error instanceof OperateError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
} finally {
  process.stdin.destroy()
}

type Sweeping = RecoverOptions & { sweepTo: `0x${string}` }

async function sweep(
  mnemonic: string,
  recovered: Recovered,
  { mode, clients, sweepTo: to, yes }: Sweeping,
): Promise<void> {
  requireOther(to, recovered)
  if (!yes && !(await isConfirmed(to))) throw new OperateError('Nothing was sent.')
  const pause = () => setTimeout(2_000)
  const outcomes = await sweepRecovered(
    { ask, now, pause, onOutcome: (one) => process.stdout.write(`${outcomeLine(one)}\n`) },
    mnemonic,
    { mode, clients, found: recovered.found, to },
  )
  const left = outcomes.filter((one) => 'reason' in one).length
  process.stdout.write(left === 0 ? 'Everything was sent.\n' : `${left} could not be sent.\n`)
  if (left > 0) process.exitCode = 1
}

async function isConfirmed(to: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question(`Send all of this to ${to}? Type yes: `)).trim() === 'yes'
  } finally {
    lines.close()
  }
}
