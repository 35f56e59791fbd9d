import { useState } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { call, type Failure, type OperationName } from './call.ts'
import type { WorkStep } from './follow-work.ts'

type State<Output> = {
  isBusy: boolean
  failure?: Failure
  last?: Output
  steps?: readonly WorkStep[]
}

export type Submit<Input, Output> = {
  isBusy: boolean
  failure: Failure | undefined
  /** The output of the latest call, if it had one. */
  last: Output | undefined
  /** What it does or did, of an operation that runs in the background. */
  steps: readonly WorkStep[]
  /** Returns the output, or undefined if it failed. */
  submit: (input: Input) => Promise<Output | undefined>
  clear: () => void
}

/** A call that a control makes. While it runs, the control says so. */
export function useSubmit<Name extends OperationName>(
  name: Name,
): Submit<Operations[Name]['input'], Operations[Name]['output']> {
  const [state, setState] = useState<State<Operations[Name]['output']>>({ isBusy: false })
  return {
    isBusy: state.isBusy,
    failure: state.failure,
    last: state.last,
    steps: state.steps ?? [],
    clear: () => setState({ isBusy: false }),
    submit: async (input) => {
      setState({ isBusy: true })
      const onSteps = (steps: readonly WorkStep[]) => setState({ isBusy: true, steps })
      const result = await call(name, input, { onSteps })
      if (result.kind === 'ok') {
        setState(({ steps = [] }) => ({ isBusy: false, last: result.output, steps }))
        return result.output
      }
      setState(({ steps = [] }) => ({ isBusy: false, failure: result, steps }))
      return undefined
    },
  }
}
