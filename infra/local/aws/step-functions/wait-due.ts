import { StateMachine } from 'aws-local-stepfunctions'
import type { WaitState } from './machine.ts'

/** When a Wait that was entered at `enteredAt` (ms) ends, in ms. Counted from its entry, so a restart adds nothing. */
export async function waitDue(
  state: WaitState,
  { stateInput, enteredAt }: { stateInput: string; enteredAt: number },
): Promise<number> {
  if (state.Seconds !== undefined) return enteredAt + state.Seconds * 1000
  if (state.Timestamp !== undefined) return timeOf(state.Timestamp)
  if (state.SecondsPath !== undefined) {
    return enteredAt + Number(await resolvePath(state, state.SecondsPath, stateInput)) * 1000
  }
  return timeOf(await resolvePath(state, state.TimestampPath ?? '$', stateInput))
}

/** Reads a path of the input the way the interpreter itself does. */
async function resolvePath(state: WaitState, path: string, stateInput: string): Promise<unknown> {
  const reader = new StateMachine(
    {
      StartAt: 'Read',
      States: {
        Read: {
          Type: 'Pass',
          ...(state.InputPath !== undefined && { InputPath: state.InputPath }),
          Parameters: { 'value.$': path },
          OutputPath: '$.value',
          End: true,
        },
      },
    },
    { validationOptions: { noValidate: true } },
  )
  return await reader.run(JSON.parse(stateInput)).result
}

function timeOf(timestamp: unknown): number {
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  if (Number.isNaN(time))
    throw new Error(`Wait needs a timestamp, not ${JSON.stringify(timestamp)}`)
  // AWS ignores the milliseconds of a timestamp, so a wait may end before it.
  return Math.floor(time / 1000) * 1000
}
