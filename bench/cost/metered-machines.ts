import * as z from 'zod'
import { executionArn } from '../../infra/local/aws/step-functions/arns.ts'
import { WireError } from '../../infra/local/aws/wire-error.ts'
import { machineNames } from '../../shared/kernel/operation/touches.ts'
import { walkMachine } from '../../test/scenarios/machine-walk.ts'
import { count } from './meter.ts'

const started = z.object({
  stateMachineArn: z.string(),
  name: z.string(),
  input: z.string().transform((text): object => JSON.parse(text)),
})

type Sleeper = { at: number; wake: () => void }
type Invoke = (functionName: string, event: unknown) => Promise<unknown>

/** State machines in virtual time: their waits end when `wake` is called after that time. */
export function openMeteredMachines(invoke: Invoke) {
  const sleepers: Sleeper[] = []
  /** Executions that neither wait nor have ended. */
  let busy = 0
  let calm = Promise.withResolvers<void>()
  const change = (by: number) => {
    busy += by
    if (busy > 0) return
    calm.resolve()
    calm = Promise.withResolvers()
  }

  async function passTo(time: Date): Promise<void> {
    if (time.getTime() <= Date.now()) return
    const woken = Promise.withResolvers<void>()
    sleepers.push({ at: time.getTime(), wake: woken.resolve })
    change(-1)
    await woken.promise
  }

  async function run(machine: (typeof machineNames)[number], input: object): Promise<void> {
    change(1)
    const entered = await walkMachine(machine, input, { passTo, task: invoke })
    change(-1)
    count('transitions', entered.length)
  }

  return {
    handle: async (operation: string, body: Buffer): Promise<unknown> => {
      if (operation !== 'StartExecution') {
        throw new WireError('UnknownOperationException', `no operation ${operation}`)
      }
      const { stateMachineArn, name, input } = started.parse(JSON.parse(body.toString('utf8')))
      const machine = machineNames.find((known) => stateMachineArn.endsWith(`:${known}`))
      if (!machine) throw new WireError('StateMachineDoesNotExist', stateMachineArn)
      void run(machine, input)
      return { executionArn: executionArn(machine, name), startDate: Date.now() / 1000 }
    },
    nextAt: () => Math.min(...sleepers.map(({ at }) => at)),
    /** Continues the executions whose waits are over, until all wait again or have ended. */
    async wake(): Promise<void> {
      const due = sleepers.filter(({ at }) => at <= Date.now())
      for (const sleeper of due) {
        sleepers.splice(sleepers.indexOf(sleeper), 1)
        change(1)
        sleeper.wake()
      }
      while (busy > 0) await calm.promise
    },
  }
}
