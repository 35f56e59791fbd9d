import { ListSubscriptionsByTopicCommand, type SNSClient } from '@aws-sdk/client-sns'
import type { AlarmAddress } from '../../shared/admin/health/rules/instance-health.ts'

/** Who is notified when an alarm fires: the first 100 subscriptions of the topic. */
export async function alarmAddresses(sns: SNSClient, TopicArn: string): Promise<AlarmAddress[]> {
  const { Subscriptions = [] } = await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }))
  return (
    Subscriptions.filter(({ SubscriptionArn }) => SubscriptionArn !== 'Deleted')
      // AWS says `PendingConfirmation` instead of the ARN.
      .map(({ Endpoint = '', SubscriptionArn = '' }) => ({
        address: shown(Endpoint),
        isConfirmed: SubscriptionArn.startsWith('arn:'),
      }))
  )
}

/** The URL of a chat or a pager is a secret beyond its host. */
function shown(endpoint: string): string {
  return /^https?:/.test(endpoint) ? new URL(endpoint).host : endpoint
}
