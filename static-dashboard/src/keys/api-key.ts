import type { Operations } from '../operations.ts'

export type ApiKey = Operations['list-api-keys']['output']['keys'][number]
