import type { Operation } from '../kernel/operation/operation.ts'
import type { Actor } from './rules/audit-entry.ts'

/** An operator's request, with a lookup of their identity. */
export type OperatorRequest<Input = unknown> = { input: Input; findActor: () => Promise<Actor> }

/** The request that an operation gets. */
export type OperatorRequestOf<Called> =
  Called extends Operation<infer Input> ? OperatorRequest<Input> : never

/** The same for an operation that doesn't need the identity. */
export type OperatorInputOf<Called> = Pick<OperatorRequestOf<Called>, 'input'>
