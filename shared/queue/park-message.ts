import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs'

export type ParkedMessage = { receiptHandle: string; until: Date; now: Date }

/**
 * A little under the 12 h that a message can stay hidden, counted from its receipt; longer waits need several rounds.
 */
const longestSeconds = 42_900
const marginSeconds = 600

/** Time to hide a message that is due at `until`, in whole seconds. */
export function visibilitySeconds({ until, now }: { until: Date; now: Date }): number {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  return Math.min(Math.max(seconds, 0), longestSeconds)
}

/** Hides a message until it is due, or as long as the queue allows. It must also be reported as failed. */
export async function parkMessage(
  { sqs, queueUrl }: { sqs: SQSClient; queueUrl: string },
  { receiptHandle, ...times }: ParkedMessage,
): Promise<void> {
  const hide = (seconds: number) =>
    sqs.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: queueUrl,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      }),
    )
  const seconds = visibilitySeconds(times)
  try {
    await hide(seconds)
  } catch (error) {
    // A message that waited in the batch has used up some of its 12 h.
    if (!isBeyondLimit(error) || seconds <= marginSeconds) throw error
    await hide(seconds - marginSeconds)
  }
}

function isBeyondLimit(error: unknown): boolean {
  return error instanceof Error && /beyond the limit/i.test(error.message)
}
