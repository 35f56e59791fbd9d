import { invariant } from '../../shared/kernel/invariant.ts'
import { type AwsCall, aroundAwsCalls, describeCall } from '../aws-calls.ts'
import { type Fault, faultsOf, underFaults } from './fault.ts'

/** A use case under test. */
export type UseCase<Subject, Result> = {
  /** Creates a new subject for it. */
  prepare: () => Promise<Subject>
  /** Starts a new process, whose caches are empty. */
  start: () => Promise<(subject: Subject) => Promise<Result>>
}

export type FaultCase<Subject, Result> = {
  /** The call and its fault, for reports of failures. */
  name: string
  subject: Subject
  /** The results that callers got, in order; none if the process died or the call threw. */
  results: readonly Result[]
}

/**
 * Runs the use case once for each AWS call it makes and each fault of that call, then once more without a fault.
 * Without `again`, the process dies at each call and nothing repeats it. Each case has its own subject.
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
      // The SDK waits before it retries a throttled call, so these cases run concurrently.
      if (fault.ends !== 'throttle') await ended
    }
  }
  return Promise.all(cases)
}

/** The calls that the use case makes without faults. */
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

/** Prepares a case, and returns the function that runs it. */
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
      // The first caller may get an error; the invariants decide whether that is right.
      const outcome = await underFaults(plan, () =>
        first(subject).then(
          (result) => [result],
          () => [],
        ),
      )
      invariant(isMet, 'the call was not made')
      const second = outcome ? first : await start()
      const told = outcome?.result ?? []
      return { name, subject, results: again ? [...told, await second(subject)] : told }
    } catch (cause) {
      throw new Error(`${name}: ${cause}`, { cause })
    }
  }
}

/** The invariants that don't hold, by case. */
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
