import * as z from 'zod'
import { countParameter, limit } from '../../kernel/wire/cursor-list.ts'
import { metadata, storedMetadata, timestamp } from '../../kernel/wire/primitives.ts'
import { customerExample } from '../../openapi/resource-examples.ts'
import type { Customer } from '../rules/customer.ts'
import type { CustomerPage } from '../rules/customer-page.ts'

/** Far above any number of customers, and exact when multiplied by a limit. */
const maxPage = 999_999_999

export const listCustomersQuery = z.strictObject({
  limit,
  page: countParameter(maxPage, 1),
  email: z.string().min(1).max(254).optional(),
})

/** An object replaces all of it; null clears. */
export const updateCustomerBody = z.strictObject({ metadata: metadata.nullable() })

export const customer = z
  .object({
    id: z.string(),
    object: z.literal('customer'),
    email: z.string(),
    metadata: storedMetadata.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Customer', examples: [customerExample] })

export const customerList = z
  .object({
    object: z.literal('list'),
    data: z.array(customer),
    total: z.int(),
    page: z.int(),
    limit: z.int(),
  })
  .meta({ id: 'CustomerList' })

export function presentCustomer(known: Customer): z.infer<typeof customer> {
  return {
    id: known.id,
    object: 'customer',
    email: known.email,
    metadata: known.metadata,
    createdAt: known.createdAt.toISOString(),
    updatedAt: known.updatedAt.toISOString(),
  }
}

/** A page in its envelope, with the numbers that were asked for. */
export function presentCustomerPage(
  { customers, total }: CustomerPage,
  asked: { page: number; limit: number },
): z.infer<typeof customerList> {
  const { page, limit: size } = asked
  return { object: 'list', data: customers.map(presentCustomer), total, page, limit: size }
}
