import { refusing } from '../../../kernel/refusals.ts'

export const customerRefusals = {
  customer_changed: {
    code: 'state_changed',
    text: 'This customer was changed by someone else meanwhile. Load the customer again before you change it.',
  },
  customer_erased: {
    code: 'state_changed',
    text: "Customer {id} was erased and can't be changed any more.",
  },
} as const

export const refuseCustomer = refusing(customerRefusals)
