import type { Operations } from '../operations.ts'

export type ShownNetwork = Operations['list-networks']['output']['networks'][number]
