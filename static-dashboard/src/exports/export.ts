import type { Operations } from '../operations.ts'

export type Export = Operations['list-exports']['output']['exports'][number]

export type ExportInput = Operations['start-export']['input']
