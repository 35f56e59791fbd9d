import type { Context } from 'aws-lambda'
import * as z from 'zod'
import { ServiceError } from '../../shared/kernel/errors.ts'
import {
  type CallerProof,
  callerProof,
} from '../../shared/operators/caller-identity/caller-proof.ts'
import { provenCaller } from '../../shared/operators/caller-identity/proven-caller.ts'
import type { Actor } from '../../shared/operators/rules/audit-entry.ts'
import { config } from '../config.ts'
import { report } from '../deps/log-error.ts'
import { workerHandler } from './worker-handler.ts'

type Invocation = Pick<Context, 'awsRequestId' | 'functionName'>

/** Finds out who called. */
export type FindActor = () => Promise<Actor>

const envelope = z.looseObject({ callerProof })

/** A function that the operator's terminal calls. What the operator can mend is told there, word for word. */
export function operatorHandler<Answer>(
  run: (event: unknown, findActor: FindActor) => Promise<Answer>,
) {
  return workerHandler(
    (event: unknown, invocation?: Invocation) => {
      const enclosed = envelope.safeParse(event).data
      if (!enclosed) return run(event, () => actorOf({ event, invocation }))
      const { callerProof: proof, ...payload } = enclosed
      return run(payload, () => actorOf({ event: payload, invocation, proof }))
    },
    { meant: (error) => error instanceof ServiceError },
  )
}

type Call = { event: unknown; invocation: Invocation | undefined; proof?: CallerProof }

async function actorOf({ event, invocation, proof }: Call): Promise<Actor> {
  const requestId = invocation?.awsRequestId ?? ''
  const functionName = invocation?.functionName ?? ''
  if (!proof) return { kind: 'unverified', requestId }
  const region = config('AWS_REGION')
  try {
    const arn = await provenCaller({ fetch, region }, { functionName, payload: event, proof })
    return { kind: 'aws', arn }
  } catch (error) {
    // The operation goes on: the entry says that nobody vouches for the caller.
    report('caller not verified', error)
    return { kind: 'unverified', requestId }
  }
}
