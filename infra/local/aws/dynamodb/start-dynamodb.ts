import { join } from 'node:path'
import { type JsonServiceOptions, startJsonService } from '../json-service.ts'
import { openDynamodb } from './open-dynamodb.ts'
import { callerOf, refuseForeignItems, type TableCallers } from './table-guard.ts'

export type FunctionRequest = { operation: string; body: Buffer }

export type StartDynamodbInput = {
  /** The database is in its subfolder `dynamodb`. */
  dataDir: string
  /** 0 uses a free port. */
  port: number
  /** Without it, every caller may do everything. */
  callers?: TableCallers
  /** Called around each request of a function. */
  around?: (request: FunctionRequest, run: () => Promise<unknown>) => Promise<unknown>
  accessKeyIds?: JsonServiceOptions['accessKeyIds']
  onDenied?: JsonServiceOptions['onDenied']
  now?: () => Date
}

export async function startDynamodb({
  dataDir,
  port,
  callers = new Map(),
  around = (_, run) => run(),
  accessKeyIds,
  onDenied,
  now = () => new Date(),
}: StartDynamodbInput): Promise<{ url: string; close: () => Promise<void> }> {
  const { handle, close } = await openDynamodb({ path: join(dataDir, 'dynamodb'), now })
  const service = await startJsonService({
    port,
    accessKeyIds,
    onDenied,
    handle: ({ operation, headers: { authorization = '' }, body }) => {
      refuseForeignItems(callers, { authorization, operation, body })
      const run = () => handle(operation, body)
      return callerOf(callers, authorization) ? around({ operation, body }, run) : run()
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
