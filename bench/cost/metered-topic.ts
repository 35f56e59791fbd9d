import { Readable } from 'node:stream'
import type { Handle } from '../../test/aws-calls.ts'

const subscribed =
  '<ListSubscriptionsByTopicResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><ListSubscriptionsByTopicResult><Subscriptions><member><Protocol>email</Protocol><Endpoint>owner@example.com</Endpoint><SubscriptionArn>arn:aws:sns:us-east-1:000000000000:alarms:1</SubscriptionArn></member></Subscriptions></ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>'

/** The topic of the alarms and mails, which an owner has subscribed to. */
export const topicArn = 'arn:aws:sns:us-east-1:000000000000:alarms'

export const handleTopic: Handle = async () => ({
  response: {
    statusCode: 200,
    headers: { 'content-type': 'text/xml' },
    body: Readable.from([Buffer.from(subscribed)]),
  },
})
