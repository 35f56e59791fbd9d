import { appendFile } from 'node:fs/promises'
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns'
import type { Config } from '../kernel/operation/config.ts'

/** `subject` has at most 100 characters of ASCII, as SNS requires. */
export type OwnerMail = { subject: string; text: string }

/**
 * Sends a mail to everybody who confirmed the alarms of the deployment. One machine has nobody to send it to, and appends it
 * to a file that only its owner can read.
 */
export function ownerMailer(config: Config): (mail: OwnerMail) => Promise<void> {
  const file = config('OWNER_MAIL_FILE')
  if (file !== undefined) {
    return ({ subject, text }) =>
      appendFile(file, `Date: ${new Date().toISOString()}\nSubject: ${subject}\n\n${text}\n\n`, {
        mode: 0o600,
      })
  }
  const sns = new SNSClient()
  return async ({ subject, text }) => {
    const TopicArn = config('ALARM_TOPIC_ARN')
    await sns.send(new PublishCommand({ TopicArn, Subject: subject, Message: text }))
  }
}
