import type { Context } from 'aws-lambda'
import * as z from 'zod'
import { parseWith } from '../../shared/http/parse-with.ts'
import { ServiceError } from '../../shared/kernel/errors.ts'
import {
  type CallerProof,
  callerProof,
} from '../../shared/operators/caller-identity/caller-proof.ts'
import { provenCaller } from '../../shared/operators/caller-identity/proven-caller.ts'
import type { Actor } from '../../shared/operators/rules/audit-entry.ts'
import type { ServedOperation } from '../../shared/operators/served-operation.ts'
import { addFacts } from '../log/facts.ts'
import { sessionNamed } from '../log/request-facts.ts'
import { report } from '../services/log-error.ts'
import { workerFunction } from './worker-function.ts'

type Invocation = Pick<Context, 'awsRequestId' | 'functionName'>

const envelope = z.strictObject({
  operation: z.string(),
  input: z.unknown().default({}),
  callerProof: callerProof.optional(),
})

/**
 * The Lambda of a group of operators' operations, which the terminal invokes with `{ operation, input }`. Errors that
 * the operator can fix are returned unchanged.
 */
export function operatorFunction<Services extends { region: string }>(
  operations: readonly ServedOperation<Services>[],
  services: Services,
) {
  return workerFunction(
    (event: unknown, invocation?: Invocation): Promise<unknown> => {
      const { operation: name, input, callerProof: proof } = parseWith(envelope, event)
      const served = operations.find(({ operation }) => operation.name === name)
      if (!served) throw unknownOperation(name)
      addFacts({ operation: name, ...sessionNamed(idIn(input)) })
      const call = { payload: { operation: name, input }, invocation, proof }
      return served.serve(services, { input, findActor: () => actorOf(services.region, call) })
    },
    { meant: (error) => error instanceof ServiceError },
  )
}

function unknownOperation(name: string): ServiceError {
  const message = `This function has no operation ${name}. Deploy the version that your terminal runs.`
  return new ServiceError('parameter_invalid', message, { param: 'operation' })
}

function idIn(input: unknown): string | undefined {
  return z.object({ id: z.string() }).safeParse(input).data?.id
}

type Call = { payload: unknown; invocation: Invocation | undefined; proof: CallerProof | undefined }

async function actorOf(region: string, { payload, invocation, proof }: Call): Promise<Actor> {
  const requestId = invocation?.awsRequestId ?? ''
  const functionName = invocation?.functionName ?? ''
  if (!proof) return { kind: 'unverified', requestId }
  try {
    const arn = await provenCaller({ fetch, region }, { functionName, payload, proof })
    return { kind: 'aws', arn }
  } catch (error) {
    // The operation continues: its audit entry says that the caller is unverified.
    report('caller not verified', error)
    return { kind: 'unverified', requestId }
  }
}
