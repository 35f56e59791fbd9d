import type { SNSClient } from '@aws-sdk/client-sns'
import * as z from 'zod'
import { alarmAddresses } from '../../shared/admin/health/alarm-addresses.ts'
import { presentOutput } from './references.ts'

type Deployed = {
  prefix: string
  /** CloudFormation's outputs, by stack. */
  outputs: Readonly<Record<string, unknown>>
  alarmEmail?: string | undefined
}

const tableOutput = presentOutput('table')
const foundation = z.object({ [tableOutput]: z.string() })

/**
 * Returns lines for the owner about why alarms don't reach an address: none if it is confirmed. Empty if other stacks
 * alone are deployed, because that doesn't say where the topic is.
 */
export async function alarmNotes(
  sns: SNSClient,
  { prefix, outputs, alarmEmail }: Deployed,
): Promise<string[]> {
  if (alarmEmail === undefined) {
    return [
      'No email is sent when an alarm fires: set "alarmEmail" in cdk.json to an address that is read, and deploy again.',
    ]
  }
  const { data } = foundation.safeParse(outputs[`${prefix}-foundation`])
  const [, partition, , region, account] = data?.[tableOutput]?.split(':') ?? []
  if (account === undefined) return []
  const TopicArn = ['arn', partition, 'sns', region, account, `${prefix}-alarms`].join(':')
  return alarmAddresses(sns, TopicArn).then(
    (addresses) =>
      addresses.some(({ address, isConfirmed }) => address === alarmEmail && isConfirmed)
        ? []
        : [
            `${alarmEmail} gets no alarm until its owner confirms that: follow the link in the email from AWS Notifications. If it's lost, request another one for the topic ${prefix}-alarms in the SNS console.`,
          ],
    (error: unknown) => [
      `Whether ${alarmEmail} has confirmed the alarms is not known: ${error instanceof Error ? error.message : error}`,
    ],
  )
}
