import { expect, it, vi } from 'vitest'
import { logFailure } from './log-error.ts'

function logged(error: unknown): string {
  const lines: unknown[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines.push(line)
    return true
  })
  logFailure({ requestId: 'r-1', method: 'POST', resource: '/api/v1/payment_links', error })
  expect(lines).toHaveLength(1)
  return String(lines[0])
}

it('is one line of JSON with the whole chain of causes', () => {
  const cause = new AggregateError([new Error('node a'), new Error('node b')], 'no node')
  const line = logged(new Error('no price\nat all', { cause }))
  expect(line.trimEnd()).not.toContain('\n')
  expect(JSON.parse(line)).toMatchObject({
    level: 'ERROR',
    requestId: 'r-1',
    resource: '/api/v1/payment_links',
    error: {
      message: 'no price\nat all',
      cause: { message: 'no node', errors: [{ message: 'node a' }, { message: 'node b' }] },
    },
  })
})

it('blacks out keys and secrets', () => {
  const key = `ck_live_${'aB3dEf7h'.repeat(4)}`
  const line = logged(new Error(`bad ${key} and whsec_c2VjcmV0+/c2VjcmV0==`))
  expect(JSON.parse(line).error.message).toBe('bad ck_live_aB3dEf7h… and whsec_…')
})

it('ends with errors that cause each other', () => {
  const error = new Error('loop')
  error.cause = error
  expect(logged(error)).toContain('…')
})
