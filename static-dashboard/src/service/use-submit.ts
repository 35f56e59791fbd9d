import { useState } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { call, type OperationName } from './call.ts'
import type { Failure } from './result.ts'

type State<Output> = {
  isBusy: boolean
  failure?: Failure
  last?: Output
}

export type Submit<Input, Output> = {
  isBusy: boolean
  failure: Failure | undefined
  /** The output of the latest call, if it had one. */
  last: Output | undefined
  /** Returns the output, or undefined if it failed. */
  submit: (input: Input) => Promise<Output | undefined>
  clear: () => void
}

/** A call that a control makes. While it runs, the control shows that. */
export function useSubmit<Name extends OperationName>(
  name: Name,
): Submit<Operations[Name]['input'], Operations[Name]['output']> {
  const [state, setState] = useState<State<Operations[Name]['output']>>({ isBusy: false })
  return {
    isBusy: state.isBusy,
    failure: state.failure,
    last: state.last,
    clear: () => setState({ isBusy: false }),
    submit: async (input) => {
      setState({ isBusy: true })
      const result = await call(name, input)
      if (result.kind === 'ok') {
        setState({ isBusy: false, last: result.output })
        return result.output
      }
      setState({ isBusy: false, failure: result })
      return undefined
    },
  }
}
