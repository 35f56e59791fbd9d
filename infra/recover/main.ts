import { askWithin } from '../../shared/chain/ask-chain.ts'
import { OperateError } from '../operate/operate-error.ts'
import { readMnemonic } from '../operate/read-mnemonic.ts'
import { recover, recoveredText, recoverOptions } from './recover.ts'

const ask = askWithin({ silenceMs: 15_000, totalMs: 60_000 })

try {
  const options = recoverOptions(process.argv.slice(2))
  const mnemonic = await readMnemonic()
  const onProgress = (next: number) => process.stderr.write(`\r${next} addresses`)
  const recovered = await recover({ ask, now: () => new Date(), onProgress }, mnemonic, options)
  process.stdout.write(`\n${recoveredText(recovered, options.mode)}\n`)
} catch (error) {
  if (!(error instanceof OperateError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
} finally {
  process.stdin.destroy()
}
