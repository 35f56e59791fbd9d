import { SNSClient } from '@aws-sdk/client-sns'
import { expect, it } from 'vitest'
import { testCaller } from '../../infra/local/aws/test-data-dir.ts'
import { startCannedServer } from '../../test/canned-server.ts'
import { mailOwner } from './mail-owner.ts'

const topic = 'arn:aws:sns:eu-central-1:123456789012:quittance-alarms'

it('publishes to the topic of the alarms, and fails if SNS refuses', async () => {
  const { url, responses, requests } = await startCannedServer()
  const sns = new SNSClient({ ...testCaller, endpoint: url, maxAttempts: 1 })
  const mail = { subject: 'Next derivation index: 7', text: 'Keep it.' }
  const response = (inner: string) => ({ headers: { 'content-type': 'text/xml' }, body: inner })
  responses.set(
    '/',
    response(
      '<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>1</MessageId></PublishResult><ResponseMetadata><RequestId>2</RequestId></ResponseMetadata></PublishResponse>',
    ),
  )
  await mailOwner(sns, topic, mail)
  expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toMatchObject({
    Action: 'Publish',
    TopicArn: topic,
    Subject: mail.subject,
    Message: mail.text,
  })
  const refusal =
    '<ErrorResponse><Error><Type>Sender</Type><Code>NotFound</Code><Message>Topic does not exist</Message></Error></ErrorResponse>'
  responses.set('/', { ...response(refusal), status: 404 })
  await expect(mailOwner(sns, topic, mail)).rejects.toThrow('Topic does not exist')
})
