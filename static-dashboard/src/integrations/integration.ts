import type { Operations } from '../operations.ts'

export type Integration = Operations['list-integrations']['output']['integrations'][number]
