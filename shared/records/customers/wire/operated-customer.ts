import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import type { Customer } from '../rules/customer.ts'
import { customer, presentCustomer } from './customer.ts'

/** A customer as operators see them. */
export const operatedCustomer = z.lazy(() => customer.unwrap().extend({ mode: z.enum(modes) }))

export type OperatedCustomerBody = z.infer<typeof operatedCustomer>

export function presentOperatedCustomer(known: Customer): OperatedCustomerBody {
  return { ...presentCustomer(known), mode: known.mode }
}
