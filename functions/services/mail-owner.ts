import { PublishCommand, type SNSClient } from '@aws-sdk/client-sns'
import type { OwnerMail } from '../../shared/payments/wallet/mail-next-index.ts'

/** Sends to everybody who confirmed the alarms of the deployment. */
export async function mailOwner(
  sns: SNSClient,
  TopicArn: string,
  { subject, text }: OwnerMail,
): Promise<void> {
  await sns.send(new PublishCommand({ TopicArn, Subject: subject, Message: text }))
}
