import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { type Config, configOf } from '../functions/config.ts'
import { localAws, nowhere } from '../test/local-aws.ts'
import { repositoryRoot } from './build/repository-root.ts'
import type { FunctionRow } from './function-row.ts'
import { functionVariables } from './function-variables.ts'
import { functions } from './functions.ts'
import { awslambda } from './local/functions/response-stream.ts'

// Lambda's Node runtime provides it as a global.
Object.assign(globalThis, { awslambda })

const surroundings = {
  tableName: 'the-table',
  queueUrl: () => nowhere,
  deadLetterQueueUrl: () => nowhere,
  machineArn: (machine: string) => `arn:${machine}`,
  functionName: (name: string) => `the-${name}`,
  kmsKeyId: 'the-key',
  release: '1.2.3 1a2b3c4',
}

const entryFile = z.record(
  z.string(),
  z.custom<(config: Config) => unknown>((value) => typeof value === 'function'),
)

// The clients that functions make need a Region.
beforeAll(async () => {
  await localAws()
})

/** What Lambda sets for every function, and what its row grants. */
function granted(name: string, row: FunctionRow): Config {
  return configOf({
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_LAMBDA_FUNCTION_NAME: name,
    ...functionVariables(row, surroundings),
  })
}

/** A function's problem as it starts, if it has one. */
async function problemOf([name, row]: [string, FunctionRow]): Promise<string[]> {
  const { [row.serve ?? 'serve']: serve } = entryFile.parse(
    await import(join(repositoryRoot, row.entry)),
  )
  if (!serve) return [`${name}: ${row.entry} has no ${row.serve}`]
  try {
    const handler = serve(granted(name, row))
    return typeof handler === 'function' ? [] : [`${name}: made ${typeof handler}`]
  } catch (error) {
    return [`${name}: ${error}`]
  }
}

it('are enough for every function to start', async () => {
  const rows = Object.entries(functions)
  const problems = await Promise.all(rows.map(problemOf))
  expect(problems.flat()).toEqual([])
  expect(rows.length).toBeGreaterThan(100)
})
