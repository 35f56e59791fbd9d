import type { Context } from 'aws-lambda'
import { harmless } from '../../shared/log/describe-error.ts'
import { type Facts, withFacts } from '../../shared/log/facts.ts'
import { report } from '../../shared/log/report.ts'

export type Invocation = Pick<Context, 'awsRequestId' | 'functionName'>

/**
 * A function without an HTTP caller. It logs errors, and rethrows them redacted, because Lambda logs them too. Errors
 * that are `meant` for the caller are rethrown unchanged.
 */
export function workerFunction<Event, Result>(
  run: (event: Event, invocation?: Invocation) => Promise<Result>,
  { meant = () => false }: { meant?: (error: unknown) => boolean } = {},
) {
  return (event: Event, invocation?: Invocation): Promise<Result> =>
    withFacts(factsOf(invocation), async () => {
      try {
        return await run(event, invocation)
      } catch (error) {
        if (meant(error)) throw error
        report('invocation failed', error)
        throw harmless(error)
      }
    })
}

function factsOf(invocation: Invocation | undefined): Facts {
  if (!invocation) return {}
  return { function: invocation.functionName, requestId: invocation.awsRequestId }
}
