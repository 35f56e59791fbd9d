import { join } from 'node:path'
import { startJsonService } from '../json-service.ts'
import { openDynamodb } from './open-dynamodb.ts'

export type StartDynamodbInput = {
  /** The database is in its subfolder `dynamodb`. */
  dataDir: string
  /** 0 uses a free port. */
  port: number
  now?: () => Date
}

/** Starts a local DynamoDB over HTTP. */
export async function startDynamodb({
  dataDir,
  port,
  now = () => new Date(),
}: StartDynamodbInput): Promise<{ url: string; close: () => Promise<void> }> {
  const { handle, close } = await openDynamodb({ path: join(dataDir, 'dynamodb'), now })
  const service = await startJsonService({
    port,
    handle: ({ operation, body }) => handle(operation, body),
  })
  return {
    url: service.url,
    close: async () => {
      await service.close()
      await close()
    },
  }
}
