import type { Write } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import type { CheckoutSession } from '../rules/checkout-session.ts'
import { sessionKeys } from './keys.ts'

type SessionKey = Pick<CheckoutSession, 'mode' | 'id'>

/** The write that lists a session among its customer's, for the transaction that gives it their email. */
export function customerSession({ mode, id }: SessionKey, customerId: string): Write {
  return upsert(sessionKeys.sessionOfCustomer(mode, customerId, id))
}

/** The write that takes it out, because its email was corrected. */
export function customerSessionRemoval({ mode, id }: SessionKey, customerId: string): Write {
  return { Delete: { Key: sessionKeys.sessionOfCustomer(mode, customerId, id) } }
}
