import { customerOperations, signedOperations } from './customer-operations.ts'
import type { Operation } from './kernel/operation/operation.ts'
import { merchantOperations } from './merchant-operations.ts'
import { getOpenApi } from './openapi/get-open-api.ts'
import { operatorOperations } from './operator-operations.ts'
import { visitorOperations } from './visitor-operations.ts'

/** Every operation of the service. Gateway, Lambdas, roles, and the terminal are made from this list. */
export const operations: readonly Operation[] = [
  ...Object.values(merchantOperations),
  getOpenApi,
  ...customerOperations,
  ...signedOperations,
  ...operatorOperations,
  ...visitorOperations,
]
