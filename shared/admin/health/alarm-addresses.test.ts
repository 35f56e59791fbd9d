import { createServer } from 'node:http'
import { SNSClient } from '@aws-sdk/client-sns'
import { expect, it, onTestFinished } from 'vitest'
import { testCaller } from '../../../infra/local/aws/test-data-dir.ts'
import { startCannedServer } from '../../../test/canned-server.ts'
import { listening } from '../../../test/send-fixture.ts'
import { alarmAddresses, countConfirmed } from './alarm-addresses.ts'

const topic = 'arn:aws:sns:eu-central-1:123456789012:quittance-alarms'

/** Copied from SNS's API reference. */
const member = (protocol: string, endpoint: string, arn: string) =>
  `<member><TopicArn>${topic}</TopicArn><Protocol>${protocol}</Protocol><SubscriptionArn>${arn}</SubscriptionArn><Owner>123456789012</Owner><Endpoint>${endpoint}</Endpoint></member>`

it('lists who gets alarms, without what is secret about a URL and who no longer does', async () => {
  const { url, responses } = await startCannedServer()
  const members = [
    member('email', 'ops@shop.example', 'PendingConfirmation'),
    member('https', 'https://hooks.chat.example/services/T0/s3cret', `${topic}:1`),
    member('email', 'former@shop.example', 'Deleted'),
  ].join('')
  const body = `<ListSubscriptionsByTopicResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><ListSubscriptionsByTopicResult><Subscriptions>${members}</Subscriptions></ListSubscriptionsByTopicResult><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></ListSubscriptionsByTopicResponse>`
  responses.set('/', { headers: { 'content-type': 'text/xml' }, body })
  const sns = new SNSClient({ ...testCaller, endpoint: url })
  expect(await alarmAddresses(sns, topic)).toEqual([
    { address: 'ops@shop.example', isConfirmed: false },
    { address: 'hooks.chat.example', isConfirmed: true },
  ])
  expect(await countConfirmed(sns, topic)).toBe(1)
})

it('counts nobody once the topic was deleted, and fails if that isn’t known', async () => {
  const { url, responses } = await startCannedServer()
  const refuse = (status: number, code: string) =>
    responses.set('/', {
      status,
      headers: { 'content-type': 'text/xml' },
      body: `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>${code}</Code><Message>no</Message></Error><RequestId>1</RequestId></ErrorResponse>`,
    })
  const sns = new SNSClient({ ...testCaller, endpoint: url, maxAttempts: 1 })
  refuse(404, 'NotFound')
  expect(await countConfirmed(sns, topic)).toBe(0)
  refuse(403, 'AuthorizationError')
  await expect(countConfirmed(sns, topic)).rejects.toThrow('no')
})

it('does not wait for an SNS that hangs', async () => {
  const silent = createServer(() => undefined)
  const url = `http://127.0.0.1:${await listening(silent)}`
  onTestFinished(() => silent.closeAllConnections())
  const sns = new SNSClient({ ...testCaller, endpoint: url })
  await expect(alarmAddresses(sns, topic, 100)).rejects.toThrow()
})
