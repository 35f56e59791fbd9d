import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { SNSClient } from '@aws-sdk/client-sns'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { Config } from '../../kernel/operation/config.ts'
import { isLocal } from '../../kernel/operation/is-local.ts'
import { report } from '../../log/report.ts'
import { countMessages } from '../../queue/count-messages.ts'
import { alarmAddresses } from './alarm-addresses.ts'
import type { HealthServices } from './health-subjects.ts'

/** The dependencies of the check of an instance. */
export function healthServices(config: Config) {
  const sqs = new SQSClient()
  const deadLetterUrls = {
    live: config('WEBHOOK_DELIVERIES_LIVE_DEAD_QUEUE_URL'),
    test: config('WEBHOOK_DELIVERIES_TEST_DEAD_QUEUE_URL'),
  }
  return {
    countDeadLetters: (mode) => countMessages(sqs, deadLetterUrls[mode]),
    concurrentFunctions: isLocal(config) ? async () => null : concurrentFunctions,
    alarmAddresses: isLocal(config)
      ? async () => null
      : () => alarmAddresses(new SNSClient(), config('ALARM_TOPIC_ARN')),
    release: config('RELEASE'),
    report,
  } satisfies Partial<HealthServices> & Record<string, unknown>
}

/** The account's quota in this Region. */
async function concurrentFunctions(): Promise<number> {
  const { AccountLimit } = await new LambdaClient().send(new GetAccountSettingsCommand())
  const limit = AccountLimit?.ConcurrentExecutions
  if (limit === undefined) throw new Error('the account has no quota of concurrent executions')
  return limit
}
