import * as z from 'zod'
import type { FunctionRow } from '../../../function-row.ts'
import {
  type ParameterAction,
  seenPayoutWalletActions,
} from '../../../seen-payout-wallet-actions.ts'
import type { Credential } from '../../credentials.ts'
import type { HttpService } from '../../http-service.ts'
import { functionCallers } from '../function-callers.ts'
import { type JsonServiceOptions, type ServiceCall, startJsonService } from '../json-service.ts'
import { parseBody } from '../parse-body.ts'
import { verifyCaller } from '../verify-caller.ts'
import { WireError } from '../wire-error.ts'
import type { Parameters } from './parameters.ts'

export type ParameterCaller = {
  secretAccessKey: string
  /** Shown in error messages. */
  name: string
  actions: readonly ParameterAction[]
}

export type StartSsmInput = {
  parameters: Parameters
  /** 0 uses a free port. */
  port: number
  /** By access key id. */
  callers: ReadonlyMap<string, ParameterCaller>
  onDenied?: JsonServiceOptions['onDenied']
}

/** Starts a local Parameter Store with GetParameter and PutParameter. A caller authenticates with its signature. */
export function startSsm({ port, onDenied, ...deps }: StartSsmInput): Promise<HttpService> {
  return startJsonService({ port, onDenied, handle: (call) => handle(deps, call) })
}

export function parameterCallers(
  functions: Readonly<Record<string, FunctionRow>>,
  credentialOf: (name: string) => Credential,
): ReadonlyMap<string, ParameterCaller> {
  return functionCallers(functions, credentialOf, ({ touches }) => ({
    actions: seenPayoutWalletActions(touches),
  }))
}

const getInput = z.object({ Name: z.string() })

// A standard parameter's limit.
const putInput = z.object({
  Name: z.string(),
  Value: z.string().min(1).max(4_096),
  Type: z.literal('String'),
  Overwrite: z.literal(true),
})

async function handle(
  { parameters, callers }: Pick<StartSsmInput, 'parameters' | 'callers'>,
  call: ServiceCall,
): Promise<unknown> {
  const caller = await verifyCaller(call, callers)
  switch (call.operation) {
    case 'GetParameter': {
      const { Name } = parseBody(call.body, getInput)
      permit(caller, 'ssm:GetParameter')
      const Value = parameters.find(Name)
      if (Value === undefined) throw new WireError('ParameterNotFound', `${Name} does not exist`)
      return { Parameter: { Name, Value, Type: 'String' } }
    }
    case 'PutParameter': {
      const { Name, Value } = parseBody(call.body, putInput)
      permit(caller, 'ssm:PutParameter')
      parameters.save(Name, Value)
      return { Tier: 'Standard' }
    }
    default:
      throw new WireError('UnknownOperationException', `no operation ${call.operation}`)
  }
}

function permit({ name, actions }: ParameterCaller, action: ParameterAction): void {
  if (actions.includes(action)) return
  const message = `User: ${name} is not authorized to perform: ${action}`
  throw new WireError('AccessDeniedException', message)
}
