import { OperateError } from '../operate/operate-error.ts'

/** Which permission the caller lacks, and what to do; undefined if the error is another one. */
export function permissionProblem(error: unknown): OperateError | undefined {
  if (!(error instanceof Error) || !denials.has(error.name)) return undefined
  const { message } = error
  const [, action = 'the request'] = /not authorized to perform: ([\w-]+:\w+)/.exec(message) ?? []
  return new OperateError(`AWS denied ${action} (${message}): allow it, then run this again.`, {
    cause: error,
  })
}

/** CloudFormation and S3 name it differently. */
const denials = new Set(['AccessDeniedException', 'AccessDenied'])
