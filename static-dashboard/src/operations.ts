import type { Operation } from '../../shared/kernel/operation/operation.ts'
import type { operatorOperations } from '../../shared/operator-operations.ts'
import type { visitorOperations } from '../../shared/visitor-operations.ts'

type Listed = (typeof operatorOperations | typeof visitorOperations)[number]

type Called<Listed> =
  Listed extends Operation<unknown, unknown, infer Output, infer Sent>
    ? { input: Sent; output: Output }
    : never

/** Input and output of each operation, by its name. Only types: nothing of the service is part of a page. */
export type Operations = { [One in Listed as One['name']]: Called<One> }
