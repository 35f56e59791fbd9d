import { expect, it } from 'vitest'
import { logLines } from '../../test/log-lines.ts'
import { logFailure } from './log-failure.ts'

const request = { requestId: 'r-1', method: 'POST', resource: '/api/v1/payment_links' }

function logged(error: unknown, id?: string) {
  const written = logLines()
  logFailure({ ...request, id, error })
  const lines = written.lines()
  expect(lines).toHaveLength(1)
  return lines[0]
}

it('is one line of JSON with the whole chain of causes', () => {
  const cause = new AggregateError([new Error('node a'), new Error('node b')], 'no node')
  expect(logged(new Error('no price\nat all', { cause }))).toMatchObject({
    level: 'ERROR',
    message: 'request failed',
    ...request,
    error: {
      name: 'Error',
      message: 'no price\nat all',
      stack: expect.stringMatching(/^\s+at .*log-failure\.test\.ts/),
      cause: { message: 'no node', errors: [{ message: 'node a' }, { message: 'node b' }] },
    },
  })
})

it('names the session in the path, and nothing else from the path', () => {
  const sessionId = 'cs_01JD8Z3K000000000000000000'
  expect(logged(new Error('failed'), sessionId)).toMatchObject({ sessionId })
  expect(logged(new Error('failed'), 'somebody')).not.toHaveProperty('sessionId')
  expect(JSON.stringify(logged(new Error('failed'), 'somebody'))).not.toContain('somebody')
})

it('redacts keys and secrets', () => {
  const key = `ck_live_${'aB3dEf7h'.repeat(4)}`
  const line = logged(new Error(`bad ${key} and whsec_c2VjcmV0+/c2VjcmV0==`))
  expect(line).toMatchObject({ error: { message: 'bad ck_live_aB3dEf7h… and whsec_…' } })
})

it('ends with errors that cause each other', () => {
  const error = new Error('loop')
  error.cause = error
  expect(JSON.stringify(logged(error))).toContain('…')
})
