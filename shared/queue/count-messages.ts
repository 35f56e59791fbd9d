import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs'

/** Approximately how many messages of a queue wait to be received. */
export async function countMessages(sqs: SQSClient, QueueUrl: string | undefined): Promise<number> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
  )
  return Number(Attributes?.ApproximateNumberOfMessages)
}
