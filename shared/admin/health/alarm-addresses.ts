import { ListSubscriptionsByTopicCommand, NotFoundException, SNSClient } from '@aws-sdk/client-sns'
import type { Config } from '../../kernel/operation/config.ts'
import type { AlarmAddress } from './rules/instance-health.ts'

/** Others wait for it, such as the messages to the instance webhook, which need no SNS. */
const patienceMs = 5_000

/** Who is notified when an alarm fires: the first 100 subscriptions of the topic. Throws if SNS doesn't say so soon. */
export async function alarmAddresses(
  sns: SNSClient,
  TopicArn: string,
  timeoutMs = patienceMs,
): Promise<AlarmAddress[]> {
  const abortSignal = AbortSignal.timeout(timeoutMs)
  const command = new ListSubscriptionsByTopicCommand({ TopicArn })
  const { Subscriptions = [] } = await sns.send(command, { abortSignal })
  return (
    Subscriptions.filter(({ SubscriptionArn }) => SubscriptionArn !== 'Deleted')
      // AWS says `PendingConfirmation` instead of the ARN.
      .map(({ Endpoint = '', SubscriptionArn = '' }) => ({
        address: shown(Endpoint),
        isConfirmed: SubscriptionArn.startsWith('arn:'),
      }))
  )
}

/** Counts who confirmed the alarms and mails: nobody, if the topic was deleted. One machine has no topic. */
export function subscriberCount(config: Config): () => Promise<number | null> {
  if (config('OWNER_MAIL_FILE') !== undefined) return async () => null
  const sns = new SNSClient()
  return async () => countConfirmed(sns, config('ALARM_TOPIC_ARN'))
}

export async function countConfirmed(sns: SNSClient, topicArn: string): Promise<number> {
  try {
    const addresses = await alarmAddresses(sns, topicArn)
    return addresses.filter(({ isConfirmed }) => isConfirmed).length
  } catch (error) {
    if (error instanceof NotFoundException) return 0
    throw error
  }
}

/** The URL of a chat or a pager is a secret beyond its host. */
function shown(endpoint: string): string {
  return /^https?:/.test(endpoint) ? new URL(endpoint).host : endpoint
}
