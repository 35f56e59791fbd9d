import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { type Config, configOf } from '../shared/kernel/operation/config.ts'
import { lambdaVariables } from '../test/lambda-variables.ts'
import { localAws } from '../test/local-aws.ts'
import { repositoryRoot } from './build/repository-root.ts'
import type { FunctionRow } from './function-row.ts'
import { functions } from './functions.ts'
import { awslambda, isStreaming } from './local/functions/response-stream.ts'

// Lambda's Node runtime provides it as a global.
Object.assign(globalThis, { awslambda })

const entryFile = z.object({
  serve: z.custom<(config: Config) => unknown>((value) => typeof value === 'function'),
})

// The clients that functions make need a Region.
beforeAll(async () => {
  await localAws()
})

/** A function's problem as it starts, if it has one. */
async function problemOf([name, row]: [string, FunctionRow]): Promise<string[]> {
  const { serve } = entryFile.parse(await import(join(repositoryRoot, row.entry)))
  try {
    const handler = serve(configOf(lambdaVariables(name, row)))
    if (typeof handler !== 'function') return [`${name}: made ${typeof handler}`]
    const { trigger } = row
    const mayStream = trigger.kind === 'route' && trigger.streaming === true
    return isStreaming(handler) === mayStream
      ? []
      : [`${name}: its route says streaming ${mayStream}`]
  } catch (error) {
    return [`${name}: ${error}`]
  }
}

it('are enough for every function to start, and those stream whose routes pass streams on', async () => {
  const rows = Object.entries(functions)
  const problems = await Promise.all(rows.map(problemOf))
  expect(problems.flat()).toEqual([])
  expect(rows.length).toBeGreaterThan(100)
})
