import type { Operation } from '../kernel/operation/operation.ts'
import type { Actor } from './rules/audit-entry.ts'

/** What an operator asks for, and how to find out who they are. */
export type OperatorRequest<Input = unknown> = { input: Input; findActor: () => Promise<Actor> }

/** The request that an operation gets. */
export type OperatorRequestOf<Called> =
  Called extends Operation<infer Input> ? OperatorRequest<Input> : never

/** The same for one that doesn't ask who it is. */
export type OperatorInputOf<Called> = Pick<OperatorRequestOf<Called>, 'input'>
