import type { Operations } from '../operations.ts'

export type Account = Operations['show-account']['output']
