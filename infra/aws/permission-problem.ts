import * as z from 'zod'
import { systemCode } from '../local/startup-error.ts'
import { OperateError } from '../operate/operate-error.ts'

/** Says which permission the caller lacks, and what to do; undefined for other errors. */
export function permissionProblem(error: unknown): OperateError | undefined {
  if (!(error instanceof Error) || !denials.has(error.name)) return undefined
  const { message } = error
  const [, action = 'the request'] = /not authorized to perform: ([\w-]+:\w+)/.exec(message) ?? []
  return new OperateError(`AWS denied ${action} (${message}): allow it, then run this again.`, {
    cause: error,
  })
}

const awsError = z.object({ $metadata: z.object({ requestId: z.string().optional() }) })
const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'])

/** Says in a sentence how AWS responded, or why it didn't; undefined if the error is not from AWS. */
export function awsProblem(error: unknown): OperateError | undefined {
  if (!(error instanceof Error)) return undefined
  const { data } = awsError.safeParse(error)
  const code = systemCode(error)
  if (code !== undefined && unreachable.has(code)) {
    const what = `AWS could not be reached (${error.message || code}). Check the network, the Region and AWS_ENDPOINT_URL, then run this again.`
    return new OperateError(what, { cause: error })
  }
  if (!data) return undefined
  const request = data.$metadata.requestId ? `, request ${data.$metadata.requestId}` : ''
  return new OperateError(
    `AWS refused a request: ${error.message} (${error.name}${request}). Fix what it names, then run this again.`,
    { cause: error },
  )
}

/** CloudFormation and S3 name it differently. */
const denials = new Set(['AccessDeniedException', 'AccessDenied'])
