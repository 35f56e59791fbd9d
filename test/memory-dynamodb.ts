import { openDynamodb } from '../infra/local/aws/dynamodb/open-dynamodb.ts'
import { refuseToFunction } from './as-function.ts'

type Service = { handle: (operation: string, body: Buffer) => Promise<unknown> }

let opened: Promise<Service> | undefined
let around: (service: Service) => Service = (service) => service

/** Has all requests to it pass through `wrap`, from its first one on. */
export function aroundMemoryDynamodb(wrap: (service: Service) => Service): void {
  around = wrap
}

/**
 * One DynamoDB in memory for all tests of a process; opened at the first request, since many files need none. It refuses what
 * the function of an operation that a test runs may not do.
 */
export const memoryDynamodb: Service = {
  handle: async (operation, body) => {
    refuseToFunction(operation, body)
    opened ??= openDynamodb({ path: undefined, now: () => new Date() }).then(around)
    return (await opened).handle(operation, body)
  },
}
