import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { type Mode, modes } from '../kernel/mode.ts'
import { countMessages } from './count-messages.ts'

export type RedriveDeadLettersDeps = { sqs: SQSClient; queueUrl: (mode: Mode) => string }

const redrivePolicy = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.object({ deadLetterTargetArn: z.string() }))

/**
 * Moves the dead letters of the delivery queues of both modes back, each as a new message. Returns their approximate
 * number; starts nothing if there are none. Each delivery knows its remaining work, so an extra message is harmless.
 */
export async function redriveDeadLetters({
  sqs,
  queueUrl,
}: RedriveDeadLettersDeps): Promise<{ deadLetters: number }> {
  const counts = await Promise.all(modes.map((mode) => redrive(sqs, queueUrl(mode))))
  return { deadLetters: counts.reduce((sum, count) => sum + count, 0) }
}

async function redrive(sqs: SQSClient, queueUrl: string): Promise<number> {
  const SourceArn = await deadLetterArn(sqs, queueUrl)
  const deadLetters = await countMessages(sqs, await queueUrlOf(sqs, SourceArn))
  if (deadLetters > 0) await sqs.send(new StartMessageMoveTaskCommand({ SourceArn }))
  return deadLetters
}

async function deadLetterArn(sqs: SQSClient, queueUrl: string): Promise<string> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['RedrivePolicy'] }),
  )
  return redrivePolicy.parse(Attributes?.RedrivePolicy).deadLetterTargetArn
}

async function queueUrlOf(sqs: SQSClient, arn: string): Promise<string | undefined> {
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: arn.split(':').at(-1) }))
  return QueueUrl
}
