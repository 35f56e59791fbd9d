import { Readable } from 'node:stream'
import { randomFraction } from '../../shared/kernel/ids.ts'
import { invariant } from '../../shared/kernel/invariant.ts'
import { type AwsCall, type AwsResponse, aroundAwsCalls } from '../aws-calls.ts'
import { seededBytes } from '../seeded-bytes.ts'

/** What can become of one AWS call: how often it takes effect, and what its caller sees of it. */
export type Fault = {
  name: string
  effects: 0 | 1 | 2
  /** `die`: nothing of the calling process goes on. */
  ends: 'answer' | 'throttle' | 'fail' | 'die'
}

const faults: readonly Fault[] = [
  { name: 'is throttled', effects: 0, ends: 'throttle' },
  { name: 'never arrives', effects: 0, ends: 'fail' },
  { name: 'takes effect, but its answer is lost', effects: 1, ends: 'fail' },
  { name: 'is sent twice, because its answer was lost', effects: 2, ends: 'answer' },
  { name: 'is the last before the process dies, and never arrives', effects: 0, ends: 'die' },
  { name: 'is the last before the process dies', effects: 1, ends: 'die' },
]

const reads = /^(GetItem|BatchGetItem|Query|Decrypt|GenerateDataKey)$/

/** What can become of this call; one that changes nothing has no effect that could come before or after anything. */
export function faultsOf({ operation }: AwsCall): readonly Fault[] {
  return reads.test(operation) ? faults.filter(({ effects }) => effects === 0) : faults
}

/** An error that the SDK does not repeat, as when all of its attempts have failed. */
class NoResponse extends Error {
  constructor({ service, operation }: AwsCall) {
    super(`${service} ${operation}: no answer`)
    this.name = 'NoAnswer'
  }
}

const never = new Promise<never>(() => undefined)

/** Which fault a call meets, if any; `number` counts the calls from 0. */
export type FaultPlan = (call: AwsCall, number: number) => Fault | undefined

/** Does `work`, whose AWS calls meet the faults of the plan. Undefined where the process died of one. */
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

/** A plan in which so large a share of calls meets a fault; the same for the same seed. */
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
      invariant(response, 'an answer comes of an effect')
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

/** What every service answers where it is asked too much; the SDK waits and asks again. */
function throttled(): AwsResponse {
  const body = JSON.stringify({ __type: 'ThrottlingException', message: 'Rate exceeded' })
  const headers = { 'content-type': 'application/x-amz-json-1.0' }
  return { response: { statusCode: 400, headers, body: Readable.from([Buffer.from(body)]) } }
}
