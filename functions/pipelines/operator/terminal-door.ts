import type { Context } from 'aws-lambda'
import * as z from 'zod'
import {
  type CallerProof,
  callerProof,
} from '../../../shared/admin/operators/caller-identity/caller-proof.ts'
import { provenCaller } from '../../../shared/admin/operators/caller-identity/proven-caller.ts'
import { publicFetch } from '../../../shared/http/client/guarded-fetch.ts'
import { parseWith } from '../../../shared/http/parse-with.ts'
import type { Actor } from '../../../shared/kernel/audit-entry.ts'
import { ServiceError } from '../../../shared/kernel/errors.ts'
import { withAudit } from '../../../shared/kernel/operation/audit.ts'
import { commit } from '../../../shared/kernel/operation/commit.ts'
import type { Operation } from '../../../shared/kernel/operation/operation.ts'
import type { OperatorOperation } from '../../../shared/kernel/operation/operator-operation.ts'
import { addFacts } from '../../../shared/log/facts.ts'
import { report } from '../../../shared/log/report.ts'
import { sessionNamed } from '../request-facts.ts'
import { workerFunction } from '../worker-function.ts'
import type { OperatorPipelineDeps } from './operator-pipeline-deps.ts'

export type Invocation = Pick<Context, 'awsRequestId' | 'functionName'>

const envelope = z.strictObject({
  door: z.literal('terminal'),
  operation: z.string(),
  input: z.unknown().default({}),
  callerProof: callerProof.optional(),
})

/**
 * Serves `{ door: 'terminal', operation, input }`, which AWS has allowed the caller to send: input, and one commit. Errors
 * that the operator can fix are returned unchanged.
 */
export function terminalDoor<Services, Input, Output>(
  operation: OperatorOperation<Services, Input, Output>,
  services: OperatorPipelineDeps & NoInfer<Services>,
) {
  return workerFunction(
    async (event: unknown, invocation?: Invocation): Promise<Output> => {
      const { door, operation: name, input, callerProof: proof } = parseWith(envelope, event)
      if (name !== operation.name || !isServed(operation)) throw unknownOperation(name)
      addFacts({ operation: name, ...sessionNamed(idIn(input)) })
      const call = { payload: { door, operation: name, input }, invocation, proof }
      const findActor = () => actorOf(services, call)
      const request = { input: parseWith(operation.body, input), findActor }
      const result = await commit(services.table, async () =>
        withAudit(services, await operation.run(services, request), findActor),
      )
      return operation.success.schema.parse(result)
    },
    { meant: (error) => error instanceof ServiceError },
  )
}

function isServed({ caller }: Pick<Operation, 'caller'>): boolean {
  return caller.kind === 'operator' && caller.doors.includes('terminal')
}

function unknownOperation(name: string): ServiceError {
  const message = `This function does not serve ${name}. Deploy the version that your terminal runs.`
  return new ServiceError('parameter_invalid', message, { param: 'operation' })
}

function idIn(input: unknown): string | undefined {
  return z.object({ id: z.string() }).safeParse(input).data?.id
}

type Call = { payload: unknown; invocation: Invocation | undefined; proof: CallerProof | undefined }

const askSts = publicFetch({ allowLoopback: false })

async function actorOf(
  { region, isLocal }: Pick<OperatorPipelineDeps, 'region' | 'isLocal'>,
  { payload, invocation, proof }: Call,
): Promise<Actor> {
  const requestId = invocation?.awsRequestId ?? ''
  const functionName = invocation?.functionName ?? ''
  // The Lambda API of one machine serves only whoever has the credentials in the instance's folder.
  if (!proof) return isLocal ? { kind: 'machine' } : { kind: 'unverified', requestId }
  try {
    const arn = await provenCaller({ fetch: askSts, region }, { functionName, payload, proof })
    return { kind: 'aws', arn }
  } catch (error) {
    // The operation continues: its audit entry says that the caller is unverified.
    report('caller not verified', error)
    return { kind: 'unverified', requestId }
  }
}
