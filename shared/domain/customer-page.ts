import type { Customer } from './customer.ts'

/** Some of the customers that match, newest first; `total` is how many do on all pages. */
export type CustomerPage = { customers: Customer[]; total: number }
