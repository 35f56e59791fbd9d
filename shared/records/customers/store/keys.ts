import type { Mode } from '../../../kernel/mode.ts'
import type { Key, SpreadKey } from '../../../kernel/store/keys.ts'
import { spread } from '../../../kernel/store/shards.ts'

export const customerPartitions = {
  recentCustomers: (mode: Mode) => spread(mode, 'recent-customers'),
} as const

export const customerKeys = {
  customer: (mode: Mode, id: string): Key => ({ pk: `${mode}#customer#${id}`, sk: 'customer' }),
  /** Emails in lower case: the identity of customers. */
  customerEmail: (mode: Mode, email: string): Key => ({
    pk: `${mode}#email#${email.toLowerCase()}`,
    sk: 'email',
  }),
  /** Unfinished erasures, of which there are few. */
  erasure: (mode: Mode, customerId: string): Key => ({ pk: `${mode}#erasures`, sk: customerId }),
  /** Customers that are not listed by number yet, in one partition, so that one consistent query finds them all. */
  recentCustomer: (mode: Mode, id: string): SpreadKey => ({
    partition: customerPartitions.recentCustomers(mode),
    sk: id,
  }),
  /** The progress of the numbering. In the first shard of the same partition, and sorted before every id. */
  customerNumbers: (mode: Mode): Key => ({
    pk: customerPartitions.recentCustomers(mode).key,
    sk: '#numbers',
  }),
} as const
