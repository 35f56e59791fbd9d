import type { Context } from 'aws-lambda'
import { harmless } from '../log/describe-error.ts'
import { type Facts, withFacts } from '../log/facts.ts'
import { report } from '../services/log-error.ts'

type Invocation = Pick<Context, 'awsRequestId' | 'functionName'>

/**
 * A function that works while nobody waits over HTTP. What it throws is logged, and thrown on without what must not be
 * in a log, because Lambda writes it there as well. Errors that are `meant` for the caller reach it as they are.
 */
export function workerFunction<Event, Answer>(
  run: (event: Event, invocation?: Invocation) => Promise<Answer>,
  { meant = () => false }: { meant?: (error: unknown) => boolean } = {},
) {
  return (event: Event, invocation?: Invocation): Promise<Answer> =>
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
