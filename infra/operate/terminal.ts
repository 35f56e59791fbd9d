import { readOperateConfig } from './config.ts'
import { operate } from './operate.ts'
import { OperateError } from './operate-error.ts'
import { operatorFunctions } from './operator-functions.ts'
import { secretLines } from './secret-lines.ts'

try {
  const config = readOperateConfig()
  const readLine = secretLines({ input: process.stdin, output: process.stderr })
  const secrets = { variables: config.variables, readLine }
  const connect = () => operatorFunctions(config)
  process.stdout.write(`${await operate(connect, process.argv.slice(2), secrets)}\n`)
} catch (error) {
  if (!(error instanceof OperateError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
} finally {
  // A pipe that stays open must not keep the process alive.
  process.stdin.destroy()
}
