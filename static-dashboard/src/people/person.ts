import type { Operations } from '../operations.ts'

export type Person = Operations['list-operators']['output']['operators'][number]
