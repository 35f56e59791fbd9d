import type { Operation } from '../../shared/kernel/operation/operation.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import type { CallOperator } from './call-operator.ts'
import { inputUsage, readInput } from './input-options.ts'
import { usageError } from './operate-error.ts'
import { readable } from './readable.ts'

/** The result of a command: data for `--json`, and text, in parts if it may be too long for memory. */
export type Outcome = { data: unknown; text: string | AsyncIterable<string> }

/** Opens a table itself, which few commands need. */
export type OpenTable = (name: string) => Promise<Table>

/** For commands that are run without one. */
export const noTable: OpenTable = async (name) => {
  throw usageError(`${name} can't be opened from here.`)
}

export type Command = {
  operation: Operation
  /** The arguments, as shown in the help. */
  usage: string
  run: (
    call: CallOperator,
    args: readonly string[],
    openTable?: OpenTable | undefined,
  ) => Promise<Outcome>
}

/** Parts that the terminal can't derive from the operation. */
type ByHand<Output> = {
  /** The output for people. */
  text?: (output: Output) => string
  usage?: string
  /** The input from the command line. */
  read?: (args: readonly string[]) => Promise<Readonly<Record<string, unknown>>>
  /** Calls it with this input, repeatedly if one call does only a part. */
  callWith?: (call: CallOperator, input: Readonly<Record<string, unknown>>) => Promise<Output>
}

/** The command of an operation, with options and readable output derived from it unless given. */
export function commandOf<Output>(
  operation: Operation<unknown, unknown, Output>,
  byHand: ByHand<Output> = {},
): Command {
  const {
    text = readable,
    usage = inputUsage(operation),
    read = async (args) => readInput(operation, args),
    callWith = (call, input) => call(operation, input),
  } = byHand
  return {
    operation,
    usage,
    run: async (call, args) => {
      const data = await callWith(call, await read(args))
      return { data, text: text(data) }
    },
  }
}
