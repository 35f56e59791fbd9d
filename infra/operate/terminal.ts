import { pipeline } from 'node:stream/promises'
import { problemOf } from '../aws/run-command.ts'
import { readOperateConfig } from './config.ts'
import { confirmAt } from './confirm-at-terminal.ts'
import { openingTables } from './open-operated-table.ts'
import { operateInParts } from './operate.ts'
import { OperateError } from './operate-error.ts'
import { operatorFunctions } from './operator-functions.ts'
import { secretLines } from './secret-lines.ts'

/** The parts with a line break at the end, unless there is one. */
async function* lineEnded(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let last = ''
  for await (const part of parts) {
    yield part
    last = part || last
  }
  if (!last.endsWith('\n')) yield '\n'
}

/** It runs on this machine, and calls no function. */
async function* verification(prefix: string | undefined, args: readonly string[]) {
  const { verify } = await import('../aws/verify/verify.ts').catch((cause: unknown) => {
    throw new OperateError(
      'verify builds the deployment, for which this installation lacks packages. Run: npm ci',
      { cause },
    )
  })
  const own = prefix === undefined ? [] : ['-c', `prefix=${prefix.replace(/-$/, '')}`]
  const { text, isSame } = await verify([...own, ...args])
  yield text
  if (!isSame) process.exitCode = 1
}

try {
  const config = readOperateConfig()
  const readLine = secretLines({ input: process.stdin, output: process.stderr })
  const openTable = openingTables(config)
  const confirm = confirmAt({ input: process.stdin, output: process.stderr })
  const surroundings = { variables: config.variables, readLine, openTable, confirm }
  const connect = () => operatorFunctions(config)
  const [command, ...options] = process.argv.slice(2)
  const parts =
    command === 'verify' && !options.includes('--help')
      ? verification(config.functionPrefix, options)
      : operateInParts(connect, process.argv.slice(2), surroundings)
  await pipeline(lineEnded(parts), process.stdout, { end: false })
} catch (error) {
  // A pager that was closed has read enough.
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') process.exit()
  const problem = problemOf(error)
  process.stderr.write(`${problem.message}\n`)
  process.exitCode = problem.exitCode
} finally {
  // A pipe that stays open must not keep the process alive.
  process.stdin.destroy()
}
