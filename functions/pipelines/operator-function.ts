import type { Context } from 'aws-lambda'
import * as z from 'zod'
import { parseWith } from '../../shared/http/parse-with.ts'
import { ServiceError } from '../../shared/kernel/errors.ts'
import { commit, type Decision } from '../../shared/kernel/operation/commit.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import {
  type CallerProof,
  callerProof,
} from '../../shared/operators/caller-identity/caller-proof.ts'
import { provenCaller } from '../../shared/operators/caller-identity/proven-caller.ts'
import type { OperatorRequest } from '../../shared/operators/operator-request.ts'
import type { Actor } from '../../shared/operators/rules/audit-entry.ts'
import { addFacts } from '../log/facts.ts'
import { sessionNamed } from '../log/request-facts.ts'
import { report } from '../services/log-error.ts'
import { workerFunction } from './worker-function.ts'

type OperatorPipelineDeps = { table: Table; region: string }

type Invocation = Pick<Context, 'awsRequestId' | 'functionName'>

const envelope = z.strictObject({
  operation: z.string(),
  input: z.unknown().default({}),
  callerProof: callerProof.optional(),
})

/** Runs an operation: reads, and returns what to write. It writes nothing itself. */
type Run<Services, Input, Output> = (
  services: Services,
  request: OperatorRequest<Input>,
) => Promise<Decision<Output>>

/**
 * The Lambda of an operators' operation, which the terminal invokes with `{ operation, input }`: input, and one commit.
 * Errors that the operator can fix are returned unchanged.
 */
export function operatorFunction<Services extends OperatorPipelineDeps, Input, Output>(
  operation: Operation<Input, unknown, Output>,
  run: Run<Services, Input, Output>,
  services: Services,
) {
  return workerFunction(
    async (event: unknown, invocation?: Invocation): Promise<Output> => {
      const { operation: name, input, callerProof: proof } = parseWith(envelope, event)
      if (name !== operation.name) throw unknownOperation(name)
      addFacts({ operation: name, ...sessionNamed(idIn(input)) })
      const call = { payload: { operation: name, input }, invocation, proof }
      const findActor = () => actorOf(services.region, call)
      const request = { input: parseWith(operation.body, input), findActor }
      const result = await commit(services.table, () => run(services, request))
      return operation.success.schema.parse(result)
    },
    { meant: (error) => error instanceof ServiceError },
  )
}

function unknownOperation(name: string): ServiceError {
  const message = `This function does not serve ${name}. Deploy the version that your terminal runs.`
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
