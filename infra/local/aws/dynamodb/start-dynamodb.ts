import { join } from 'node:path'
import { startJsonService } from '../json-service.ts'
import { openDynamodb } from './open-dynamodb.ts'
import { refuseForeignItems, type TableCallers } from './table-guard.ts'

export type StartDynamodbInput = {
  /** The database is in its subfolder `dynamodb`. */
  dataDir: string
  /** 0 uses a free port. */
  port: number
  /** What functions may do; without it, every caller may do everything. */
  callers?: TableCallers
  now?: () => Date
}

/** Starts a local DynamoDB over HTTP. */
export async function startDynamodb({
  dataDir,
  port,
  callers = new Map(),
  now = () => new Date(),
}: StartDynamodbInput): Promise<{ url: string; close: () => Promise<void> }> {
  const { handle, close } = await openDynamodb({ path: join(dataDir, 'dynamodb'), now })
  const service = await startJsonService({
    port,
    handle: ({ operation, headers: { authorization = '' }, body }) => {
      refuseForeignItems(callers, { authorization, operation, body })
      return handle(operation, body)
    },
  })
  return {
    url: service.url,
    close: async () => {
      await service.close()
      await close()
    },
  }
}
