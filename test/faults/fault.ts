import { Readable } from 'node:stream'
import { type AwsCall, aroundAwsCalls } from '../aws-calls.ts'

/** What can become of one AWS call: how often it takes effect, and what its caller sees of it. */
export type Fault = {
  name: string
  effects: 0 | 1 | 2
  /** `die`: nothing of the calling process goes on. */
  then: 'answer' | 'throttle' | 'fail' | 'die'
}

export const faults: readonly Fault[] = [
  { name: 'is throttled', effects: 0, then: 'throttle' },
  { name: 'never arrives', effects: 0, then: 'fail' },
  { name: 'takes effect, but its answer is lost', effects: 1, then: 'fail' },
  { name: 'is sent twice, because its answer was lost', effects: 2, then: 'answer' },
  { name: 'is the last before the process dies, and never arrives', effects: 0, then: 'die' },
  { name: 'is the last before the process dies', effects: 1, then: 'die' },
]

/** An error that the SDK does not repeat, as when all of its attempts have failed. */
class NoAnswer extends Error {
  constructor({ service, operation }: AwsCall) {
    super(`${service} ${operation}: no answer`)
    this.name = 'NoAnswer'
  }
}

const never = new Promise<never>(() => undefined)

/**
 * Does `work`, in which the AWS call of that number (from 0) meets the fault. Undefined where the process died of it.
 * Throws where there was no such call.
 */
export async function meetFault<Result>(
  { fault, at }: { fault: Fault; at: number },
  work: () => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  const death = Promise.withResolvers<undefined>()
  let calls = 0
  let isDead = false
  const alive = aroundAwsCalls((call, send) => {
    if (isDead) return never
    if (calls++ !== at) return send()
    isDead = fault.then === 'die'
    return strike(fault, { call, send, die: () => death.resolve(undefined) })
  }, work)
  const outcome = await Promise.race([alive.then((result) => ({ result })), death.promise])
  if (calls <= at) throw new Error(`that call did not come: there were ${calls}`)
  return outcome
}

type Target = { call: AwsCall; send: () => Promise<unknown>; die: () => void }

async function strike(
  { effects, then }: Fault,
  { call, send, die }: Target,
): Promise<unknown> {
  let answer: unknown
  for (let n = 0; n < effects; n++) answer = await send()
  switch (then) {
    case 'answer':
      return answer
    case 'throttle':
      return throttled()
    case 'fail':
      throw new NoAnswer(call)
    case 'die':
      die()
      return never
  }
}

/** What every service answers where it is asked too much; the SDK waits and asks again. */
function throttled() {
  const body = JSON.stringify({ __type: 'ThrottlingException', message: 'Rate exceeded' })
  const headers = { 'content-type': 'application/x-amz-json-1.0' }
  return { response: { statusCode: 400, headers, body: Readable.from([Buffer.from(body)]) } }
}
