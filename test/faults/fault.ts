import { Readable } from 'node:stream'
import { randomFraction } from '../../shared/kernel/ids.ts'
import { invariant } from '../../shared/kernel/invariant.ts'
import { type AwsCall, type AwsResponse, aroundAwsCalls } from '../aws-calls.ts'
import { seededBytes } from '../seeded-bytes.ts'

/** A fault of one AWS call: how often the call takes effect, and what its caller sees. */
export type Fault = {
  name: string
  effects: 0 | 1 | 2
  /** `die`: the calling process ends. */
  ends: 'answer' | 'throttle' | 'fail' | 'die'
}

const faults: readonly Fault[] = [
  { name: 'is throttled', effects: 0, ends: 'throttle' },
  { name: 'never arrives', effects: 0, ends: 'fail' },
  { name: 'takes effect, but its response is lost', effects: 1, ends: 'fail' },
  { name: 'is sent twice, because its response was lost', effects: 2, ends: 'answer' },
  { name: 'is the last before the process dies, and never arrives', effects: 0, ends: 'die' },
  { name: 'is the last before the process dies', effects: 1, ends: 'die' },
]

const reads = /^(GetItem|BatchGetItem|Query|Decrypt|GenerateDataKey)$/

/** The faults that this call can meet. For a read, it doesn't matter whether it took effect. */
export function faultsOf({ operation }: AwsCall): readonly Fault[] {
  return reads.test(operation) ? faults.filter(({ effects }) => effects === 0) : faults
}

/** An error that the SDK doesn't retry, as after its last attempt. */
class NoResponse extends Error {
  constructor({ service, operation }: AwsCall) {
    super(`${service} ${operation}: no response`)
    this.name = 'NoResponse'
  }
}

const never = new Promise<never>(() => undefined)

/** The fault that a call meets, if any. `number` counts the calls from 0. */
export type FaultPlan = (call: AwsCall, number: number) => Fault | undefined

/** Runs `work` with the plan's faults in its AWS calls. Returns undefined if the process died. */
export async function underFaults<Result>(
  plan: FaultPlan,
  work: () => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  const death = Promise.withResolvers<undefined>()
  let calls = 0
  let isDead = false
  const alive = aroundAwsCalls((call, send) => {
    if (isDead) return never
    const fault = plan(call, calls++)
    if (!fault) return send()
    isDead = fault.ends === 'die'
    return strike(fault, { call, send, die: () => death.resolve(undefined) })
  }, work)
  return Promise.race([alive.then((result) => ({ result })), death.promise])
}

/** A plan in which this share of calls meets a fault. The seed determines which. */
export function seededPlan(seed: string, { rate }: { rate: number }): FaultPlan {
  const randomBytes = seededBytes(seed)
  return (call) => {
    if (randomFraction(randomBytes) >= rate) return undefined
    const possible = faultsOf(call)
    return possible[Math.floor(randomFraction(randomBytes) * possible.length)]
  }
}

type Target = { call: AwsCall; send: () => Promise<AwsResponse>; die: () => void }

async function strike({ effects, ends }: Fault, { call, send, die }: Target): Promise<AwsResponse> {
  let response: AwsResponse | undefined
  for (let n = 0; n < effects; n++) response = await send()
  switch (ends) {
    case 'answer':
      invariant(response, 'a response follows an effect')
      return response
    case 'throttle':
      return throttled()
    case 'fail':
      throw new NoResponse(call)
    case 'die':
      die()
      return never
  }
}

/** A throttling error, as of any AWS service. The SDK waits and retries. */
function throttled(): AwsResponse {
  const body = JSON.stringify({ __type: 'ThrottlingException', message: 'Rate exceeded' })
  const headers = { 'content-type': 'application/x-amz-json-1.0' }
  return { response: { statusCode: 400, headers, body: Readable.from([Buffer.from(body)]) } }
}
