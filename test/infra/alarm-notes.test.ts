import { SNSClient } from '@aws-sdk/client-sns'
import { describe, expect, it } from 'vitest'
import { alarmNotes } from '../../infra/aws/alarm-notes.ts'
import { testCaller } from '../../infra/local/aws/test-data-dir.ts'
import { startCannedServer } from '../canned-server.ts'

const alarmEmail = 'you@example.com'
const table = 'arn:aws:dynamodb:eu-central-1:123456789012:table/shop-table'
const deployed = { prefix: 'shop', outputs: { 'shop-foundation': { HasTable: table } }, alarmEmail }

/** SNS with one subscription of the topic, as its API reference shows the response. */
async function withSubscription(arn: string, endpoint = alarmEmail) {
  const { url, responses } = await startCannedServer()
  const member = `<member><TopicArn>arn:aws:sns:eu-central-1:123456789012:shop-alarms</TopicArn><Protocol>email</Protocol><SubscriptionArn>${arn}</SubscriptionArn><Owner>123456789012</Owner><Endpoint>${endpoint}</Endpoint></member>`
  const body = `<ListSubscriptionsByTopicResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><ListSubscriptionsByTopicResult><Subscriptions>${member}</Subscriptions></ListSubscriptionsByTopicResult><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></ListSubscriptionsByTopicResponse>`
  responses.set('/', { headers: { 'content-type': 'text/xml' }, body })
  return new SNSClient({ ...testCaller, endpoint: url })
}

const confirmed =
  'arn:aws:sns:eu-central-1:123456789012:shop-alarms:80289ba6-0fd4-4079-afb4-ce8c8260f0ca'

describe('a deployment says', () => {
  const unconfirmed = expect.stringContaining(
    'you@example.com gets no alarm until its owner confirms that',
  )

  it.each([
    ['nothing once the address is confirmed', [confirmed, alarmEmail], []],
    ['that it is not yet', ['PendingConfirmation', alarmEmail], [unconfirmed]],
    ['that another one was', [confirmed, 'other@example.com'], [unconfirmed]],
  ] as const)('%s', async (_, [arn, endpoint], notes) => {
    expect(await alarmNotes(await withSubscription(arn, endpoint), deployed)).toEqual(notes)
  })

  it('that there is no address, and what it could not find out', async () => {
    const sns = await withSubscription(confirmed)
    expect(await alarmNotes(sns, { ...deployed, alarmEmail: undefined })).toEqual([
      expect.stringContaining('set "alarmEmail" in cdk.json'),
    ])
    expect(await alarmNotes(sns, { ...deployed, outputs: {} })).toEqual([])
    const { url } = await startCannedServer()
    const failing = new SNSClient({ ...testCaller, endpoint: url, maxAttempts: 1 })
    expect(await alarmNotes(failing, deployed)).toEqual([expect.stringMatching(/is not known: ./)])
  })
})
