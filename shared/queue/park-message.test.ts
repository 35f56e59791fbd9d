import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it } from 'vitest'
import { parkMessage, visibilitySeconds } from './park-message.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('visibilitySeconds', () => {
  it.each([
    [-5, 0],
    [0, 0],
    [0.2, 1],
    [60, 60],
    [60.01, 61],
    [42_900, 42_900],
    [86_400, 42_900],
  ])('a wait of %d s is a visibility of %d s', (wait, seconds) => {
    expect(visibilitySeconds({ until: inSeconds(wait), now })).toBe(seconds)
  })
})

describe('parkMessage', () => {
  const beyond = new Error(
    'Total VisibilityTimeout for the message is beyond the limit [43200 seconds]',
  )

  function parking(...errors: Error[]) {
    const sqs = new SQSClient({ region: 'us-east-1' })
    const mock = mockClient(sqs)
    const behaviour = mock.on(ChangeMessageVisibilityCommand)
    for (const error of errors) behaviour.rejectsOnce(error)
    behaviour.resolves({})
    const park = (until: Date) =>
      parkMessage({ sqs, queueUrl: 'queue' }, { receiptHandle: 'handle', until, now })
    const asked = () =>
      mock
        .commandCalls(ChangeMessageVisibilityCommand)
        .map((call) => call.args[0].input.VisibilityTimeout)
    return { park, asked }
  }

  it('asks for less where the message has used up some of its 12 hours', async () => {
    const { park, asked } = parking(beyond)
    await park(inSeconds(86_400))
    expect(asked()).toEqual([42_900, 42_300])
  })

  it('throws what else the queue says', async () => {
    await expect(parking(new Error('AccessDenied')).park(inSeconds(60))).rejects.toThrow(
      'AccessDenied',
    )
    await expect(parking(beyond, beyond).park(inSeconds(86_400))).rejects.toThrow(
      'beyond the limit',
    )
  })
})
