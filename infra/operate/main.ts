import { readOperateConfig } from './config.ts'
import { operate } from './operate.ts'
import { OperateError } from './operate-error.ts'
import { operatorFunctions } from './operator-functions.ts'

try {
  const connect = () => operatorFunctions(readOperateConfig())
  process.stdout.write(`${await operate(connect, process.argv.slice(2))}\n`)
} catch (error) {
  if (!(error instanceof OperateError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
}
