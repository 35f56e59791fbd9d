import { invariant } from '../../shared/kernel/invariant.ts'
import { type AwsCall, aroundAwsCalls, describeCall } from '../aws-calls.ts'
import { type Fault, faultsOf, underFaults } from './fault.ts'

/** A use case under test. */
export type UseCase<Subject, Result> = {
  /** Something new to do it to. */
  prepare: () => Promise<Subject>
  /** A process that has done nothing yet, so that no cache spares it a call. */
  start: () => Promise<(subject: Subject) => Promise<Result>>
}

export type FaultCase<Subject, Result> = {
  /** Which call, and what became of it: how a failure is reported. */
  name: string
  subject: Subject
  /** What callers were told, in order; a caller whose process died or whose call was thrown out was told nothing. */
  results: readonly Result[]
}

/**
 * Does the use case once for every AWS call it makes and every fault that this call can meet, and then the same once more
 * without a fault; or, not `again`, dies at each call and is never heard of again. Each case has a subject of its own.
 */
export async function walkFaults<Subject, Result>(
  useCase: UseCase<Subject, Result>,
  { again }: { again: boolean },
): Promise<FaultCase<Subject, Result>[]> {
  const calls = await callsOf(useCase)
  const cases: Promise<FaultCase<Subject, Result>>[] = []
  for (const [at, call] of calls.entries()) {
    for (const fault of faultsOf(call)) {
      if (!again && fault.ends !== 'die') continue
      const name = `call ${at + 1} of ${calls.length}, ${describeCall(call)}, ${fault.name}`
      const ended = (await beginCase(useCase, { name, at, fault, again }))()
      cases.push(ended)
      // The SDK waits before it repeats what was throttled: those cases wait together.
      if (fault.ends !== 'throttle') await ended
    }
  }
  return Promise.all(cases)
}

/** The calls that the use case makes where nothing goes wrong. */
async function callsOf<Subject, Result>(useCase: UseCase<Subject, Result>): Promise<AwsCall[]> {
  const calls: AwsCall[] = []
  const subject = await useCase.prepare()
  const run = await useCase.start()
  await aroundAwsCalls(
    (call, send) => {
      calls.push(call)
      return send()
    },
    () => run(subject),
  )
  return calls
}

type Case = { name: string; at: number; fault: Fault; again: boolean }

/** Gets everything ready; what it returns does the use case. */
async function beginCase<Subject, Result>(
  { prepare, start }: UseCase<Subject, Result>,
  { name, at, fault, again }: Case,
): Promise<() => Promise<FaultCase<Subject, Result>>> {
  const subject = await prepare()
  const first = await start()
  let isMet = false
  const plan = (_: AwsCall, number: number) => {
    if (number !== at) return undefined
    isMet = true
    return fault
  }
  return async () => {
    try {
      // What the first caller is told may be an error; whether that was right is for the invariants to say.
      const outcome = await underFaults(plan, () =>
        first(subject).then(
          (result) => [result],
          () => [],
        ),
      )
      invariant(isMet, 'that call did not come')
      const second = outcome ? first : await start()
      const told = outcome?.result ?? []
      return { name, subject, results: again ? [...told, await second(subject)] : told }
    } catch (cause) {
      throw new Error(`${name}: ${cause}`, { cause })
    }
  }
}

/** Which invariants do not hold, case by case, to be compared with none. */
export async function complaints<Subject, Result>(
  cases: readonly FaultCase<Subject, Result>[],
  judge: (one: FaultCase<Subject, Result>) => Promise<readonly string[]>,
): Promise<string[]> {
  const found: string[] = []
  for (const one of cases) {
    const reasons = await judge(one)
    found.push(...reasons.map((reason) => `${one.name}: ${reason}`))
  }
  return found
}
