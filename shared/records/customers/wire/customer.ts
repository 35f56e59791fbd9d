import * as z from 'zod'
import { storedMetadata } from '../../../kernel/wire/metadata.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import type { Customer } from '../rules/customer.ts'
import type { CustomerPage } from '../rules/customer-page.ts'
import { customerExample } from './customer-example.ts'

export const customer = z.lazy(() =>
  z
    .object({
      id: z.string(),
      object: z.literal('customer'),
      email: z.string().describe('What they gave to pay; each mode has one customer for it.'),
      metadata: storedMetadata.nullable().describe('Yours: payments don’t change it.'),
      createdAt: timestamp,
      updatedAt: timestamp.describe('When it was last changed.'),
    })
    .meta({ id: 'Customer', examples: [customerExample] }),
)

export type CustomerBody = z.infer<typeof customer>

export const customerPage = z.lazy(() =>
  z
    .object({
      object: z.literal('list'),
      data: z.array(customer),
      hasMore: z.boolean(),
      nextCursor: z.string().nullable(),
      total: z.int().describe('How many there are in all.'),
      page: z.int().describe('The number of this page; 1 with a cursor.'),
      limit: z.int().describe('The most customers of a page.'),
    })
    .meta({ id: 'CustomerList' }),
)

export type CustomerPageBody = z.infer<typeof customerPage>

export function presentCustomer(known: Customer): CustomerBody {
  return {
    id: known.id,
    object: 'customer',
    email: known.email,
    metadata: known.metadata,
    createdAt: known.createdAt.toISOString(),
    updatedAt: known.updatedAt.toISOString(),
  }
}

/** A page in its envelope, with the number of the page on which it begins. */
export function presentCustomerPage(
  { customers, total, start }: CustomerPage,
  limit: number,
): CustomerPageBody {
  const isLast = start + customers.length >= total
  const nextCursor = (!isLast && customers.at(-1)?.id) || null
  const page = Math.floor(start / limit) + 1
  const data = customers.map(presentCustomer)
  return { object: 'list', data, hasMore: nextCursor !== null, nextCursor, total, page, limit }
}
