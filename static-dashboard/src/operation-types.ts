import type { Operation } from '../../shared/kernel/operation/operation.ts'

/** Input and output of an operation's value. */
export type Typed<Called> =
  Called extends Operation<infer Input, unknown, infer Output>
    ? { input: Input; output: Output }
    : never

/** Input and output of an operation whose input is more than what is sent. */
export type Given<Called, Input> = { input: Input; output: Typed<Called>['output'] }

/** Input and output of an operation that has defaults for some of its input. */
export type Optional<Called, Names extends string> = {
  input: Omit<Typed<Called>['input'], Names> &
    Partial<Pick<Typed<Called>['input'], Names & keyof Typed<Called>['input']>>
  output: Typed<Called>['output']
}
