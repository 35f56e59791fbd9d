import { type AwsCall, describeCall } from '../aws-calls.ts'
import { askNode } from '../local-rpc.ts'
import type { EngineHarness } from '../scenarios/engine-harness.ts'
import { faultsOf, underFaults } from './fault.ts'

/** Runs that move money, each with new money. */
export type SweepCase<Subject> = {
  prepare: () => Promise<Subject>
  run: () => Promise<unknown>
  /** Violations that remain once everything has been repeated without faults. */
  wrong: (subject: Subject) => Promise<string[]>
}

type Walked = { cases: number; found: string[] }

const isWrite = ({ operation }: AwsCall) =>
  /^(PutItem|UpdateItem|TransactWriteItems)$/.test(operation)

/**
 * A run dies at its n-th write, which arrives or not, for every n. A read changes nothing, so dying there is dying at the
 * next write.
 */
export function dieAtEachWrite<Subject>(
  sweepCase: SweepCase<Subject>,
  death: { effects: number },
): Promise<Walked> {
  return walk(sweepCase, async (at) => {
    let name: string | undefined
    let writes = 0
    const plan = (call: AwsCall) => {
      if (!isWrite(call) || writes++ !== at) return undefined
      name = `write ${at}, ${describeCall(call)}`
      return faultsOf(call).find(({ ends, effects }) => ends === 'die' && effects === death.effects)
    }
    await underFaults(plan, sweepCase.run)
    return name
  })
}

/** A node's n-th call fails, for every n; a transaction is sent, or arrives although its response is lost. */
export function failEachRequest<Subject>(
  sweepCase: SweepCase<Subject>,
  { chain: { rpcUrl, proxy } }: EngineHarness,
  { arrives }: { arrives: boolean },
): Promise<Walked> {
  return walk(sweepCase, async (at) => {
    let name: string | undefined
    let calls = 0
    proxy.intercept(async (request) => {
      const isCounted = !arrives || request.method === 'eth_sendRawTransaction'
      if (!isCounted || calls++ !== at) return undefined
      name = `request ${at}, ${request.method}`
      if (arrives) await askNode(rpcUrl, JSON.stringify({ jsonrpc: '2.0', ...request }))
      return { error: { code: -32603, message: 'internal error' } }
    })
    // The run may end with an error; the invariants decide whether that is right.
    await sweepCase.run().catch(() => undefined)
    proxy.intercept(undefined)
    return name
  })
}

/** Runs a case for each call until a run makes no further one, and returns what was wrong, by case. */
async function walk<Subject>(
  { prepare, wrong }: SweepCase<Subject>,
  runWithFault: (at: number) => Promise<string | undefined>,
): Promise<Walked> {
  const found: string[] = []
  for (let at = 0; ; at++) {
    const subject = await prepare()
    const name = await runWithFault(at)
    if (name === undefined) return { cases: at, found }
    found.push(...(await wrong(subject)).map((reason) => `${name}: ${reason}`))
  }
}
