import type { Operations } from '../operations.ts'

export type Customer = Operations['show-customer']['output']
