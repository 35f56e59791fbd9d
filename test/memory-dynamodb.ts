import { openDynamodb } from '../infra/local/aws/dynamodb/open-dynamodb.ts'

let opened: ReturnType<typeof openDynamodb> | undefined

/** One DynamoDB in memory for all tests of a process; opened at the first request, since many files need none. */
export const memoryDynamodb = {
  handle: async (operation: string, body: Buffer): Promise<unknown> => {
    opened ??= openDynamodb({ path: undefined, now: () => new Date() })
    return (await opened).handle(operation, body)
  },
}
