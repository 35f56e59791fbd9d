import type { Operations } from '../operations.ts'

type People = Operations['list-operators']['output']

export type Person = People['operators'][number]
