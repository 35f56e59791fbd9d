import { StateMachine, type StateMachineDefinition } from 'aws-local-stepfunctions'
import * as z from 'zod'

type State = StateMachineDefinition['States'][string]
export type WaitState = Extract<State, { Type: 'Wait' }>

/** One state of a machine, which can be run on its own. */
export type Step = {
  state: State
  /** Runs this state, and ends when the next one is entered. */
  run: StateMachine['run']
}

export type Machine = {
  name: string
  startAt: string
  timeoutSeconds: number | undefined
  step: (state: string) => Step
}

const functionArn = 'arn:aws:lambda:local:000000000000:function:'

/**
 * Loads a machine from its ASL text, in which `${name}` is the ARN of a function. The text isn't validated: that takes
 * seconds, and a long test validates the deployed files. The machine is interpreted one state at a
 * time, so that each state can be recorded before it starts.
 */
export function loadMachine(name: string, aslText: string): Machine {
  if (aslText.includes('"$$')) {
    throw new Error(
      `state machine ${name}: the local runner does not support the context object ($$)`,
    )
  }
  const text = aslText.replace(/\$\{([\w-]+)\}/g, `${functionArn}$1`)
  const definition: StateMachineDefinition = JSON.parse(text)
  const steps = new Map(
    Object.entries(definition.States).map(([stateName, state]) => [
      stateName,
      stepOf(definition, stateName, state),
    ]),
  )
  return {
    name,
    startAt: definition.StartAt,
    timeoutSeconds: definition.TimeoutSeconds,
    step: (state) => {
      const step = steps.get(state)
      if (!step) throw new Error(`state machine ${name} has no state ${state}`)
      return step
    },
  }
}

const invocation = z.object({ FunctionName: z.string(), Payload: z.unknown() })

/** Returns the name of the function that a Task invokes, and its event. With `lambda:invoke`, both are in the input. */
export function callOf(state: State, input: unknown): { name: string; event: unknown } {
  const resource = state.Type === 'Task' ? state.Resource : ''
  if (!resource.endsWith(':lambda:invoke')) return { name: nameIn(resource), event: input }
  const { FunctionName, Payload } = invocation.parse(input)
  return { name: nameIn(FunctionName), event: Payload }
}

function nameIn(arn: string): string {
  return arn.replace(functionArn, '')
}

function stepOf(definition: StateMachineDefinition, name: string, state: State): Step {
  const ends = Object.keys(definition.States).map((key): [string, State] => [
    key,
    { Type: 'Succeed' },
  ])
  const alone = { StartAt: name, States: { ...Object.fromEntries(ends), [name]: state } }
  const machine = new StateMachine(alone, { validationOptions: { noValidate: true } })
  return { state, run: machine.run.bind(machine) }
}
