import { commit } from '../shared/kernel/operation/commit.ts'
import type { VisitorOperation } from '../shared/kernel/operation/visitor-operation.ts'
import type { CookieChange, VisitorRequest } from '../shared/kernel/operation/visitor-request.ts'
import { asFunctionOf } from './as-function.ts'
import { allGiven, type Given } from './given-services.ts'

export const visitorClient = {
  address: '192.0.2.1',
  userAgent: 'Browser',
  browser: undefined,
} as const

type Visit = Partial<Omit<VisitorRequest, 'input'>>

/** Runs an operation of a visitor as its function does, and returns the change of the cookie, too. */
export async function runAsVisitor<Services, Input, Output>(
  operation: VisitorOperation<Services, Input, Output>,
  services: Given<NoInfer<Services>>,
  { input, ...given }: { input: NoInfer<Input> } & Visit,
): Promise<{ result: Output; cookie: CookieChange | undefined }> {
  const request = {
    input,
    client: visitorClient,
    cookie: undefined,
    limit: async () => undefined,
    origin: 'https://pay.example.com',
    ...given,
  }
  return asFunctionOf(operation, () =>
    commit(services.table, async () => {
      const { result, cookie, ...rest } = await operation.run(allGiven<Services>(services), request)
      return { ...rest, result: { result, cookie } }
    }),
  )
}

/** The value of the cookie that a browser now has. */
export function cookieValue(change: CookieChange | undefined): string {
  if (change === undefined || change === 'removed') throw new Error('no cookie was set')
  return change.value
}
