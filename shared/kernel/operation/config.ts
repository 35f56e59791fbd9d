import * as z from 'zod'

/** The functions' environment variables. The AWS SDK's clients read region, endpoints and credentials themselves. */
const text = () => z.string().min(1)
const seconds = () => z.coerce.number().positive()

/** Schemas are built when they are read, because no function reads all of them. */
const variables = {
  AWS_REGION: text,
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: () => z.string().optional(),
  AWS_ENDPOINT_URL: () => text().optional(),
  AWS_ENDPOINT_URL_LAMBDA: () => text().optional(),
  AWS_LAMBDA_FUNCTION_NAME: text,
  TABLE_NAME: text,
  SCANS_LIVE_QUEUE_URL: text,
  SCANS_TEST_QUEUE_URL: text,
  WEBHOOK_DELIVERIES_LIVE_QUEUE_URL: text,
  WEBHOOK_DELIVERIES_TEST_QUEUE_URL: text,
  WEBHOOK_DELIVERIES_LIVE_DEAD_QUEUE_URL: text,
  WEBHOOK_DELIVERIES_TEST_DEAD_QUEUE_URL: text,
  SESSION_TIMER_ARN: text,
  PAYMENT_CONFIRMATION_ARN: text,
  REFRESH_PRICES_FUNCTION: text,
  VERIFY_PROOF_FUNCTION: text,
  KMS_KEY_ID: text,
  /** Begins and ends with a slash. */
  SEEN_PAYOUT_WALLETS_PATH: text,
  ALARM_TOPIC_ARN: text,
  /** File for mails to the owner; only on a local instance. */
  OWNER_MAIL_FILE: () => z.string().optional(),
  /** The version that runs, and its commit if that is known. */
  RELEASE: text,
  SESSION_TTL_SECONDS: () => seconds().default(300),
  LATE_GRACE_SECONDS: () => seconds().default(600),
  RECHECK_DELAY_SECONDS: () => seconds().default(60),
  /** Overrides the chain registry's confirmations on every chain. */
  CONFIRMATIONS: () => z.coerce.number().int().positive().optional(),
  FAILED_AFTER_SECONDS: () => seconds().default(3600),
  RATE_LIMIT_PER_MINUTE: () => z.coerce.number().int().positive().optional(),
  LINK_SESSIONS_PER_MINUTE: () => z.coerce.number().int().positive().default(30),
  /** Maximum number of open streams of checkout pages. */
  MOST_STREAMS: () => z.coerce.number().int().positive().default(200),
  WEBHOOK_ALLOW_LOOPBACK: () => z.enum(['on', 'off']).default('off'),
  /** `on` only on a local instance, whose nodes are on the same machine. */
  NODES_ALLOW_LOOPBACK: () => z.enum(['on', 'off']).default('off'),
  WEBHOOK_RETRY_SECONDS: () =>
    z
      .string()
      .transform((value) => value.split(',').map(Number))
      .pipe(z.array(z.number().positive()).min(1))
      .optional(),
  /**
   * Whether chains with real money may be enabled: a local instance refuses them unless its owner accepts the
   * limitations.
   */
  REAL_MONEY: () => z.enum(['accepted', 'refused']).default('accepted'),
  /** Interval of the schedules. Work overdue by this much was never enqueued. */
  SCHEDULE_SECONDS: () => seconds().default(60),
  /** Interval between plans of sweeps. */
  SWEEP_SECONDS: () => seconds().default(300),
  WEBHOOK_TIMEOUT_SECONDS: () => seconds().default(30),
  /** JSON: notifier → the base URL of its API, if it is not the vendor's; only on a local instance. */
  NOTIFIER_HOSTS: () =>
    z
      .string()
      .default('{}')
      .transform((value) => z.record(z.string(), z.url()).parse(JSON.parse(value))),
  /** JSON: hosted provider → the base URL to call instead of its own; only on a local instance. */
  PROVIDER_HOSTS: () =>
    z
      .string()
      .default('{}')
      .transform((value) => z.record(z.string(), z.url()).parse(JSON.parse(value))),
  /** JSON: kind of chat → the base URL to call instead of its own; only on a local instance. */
  CHAT_HOSTS: () =>
    z
      .string()
      .default('{}')
      .transform((value) => z.record(z.string(), z.url()).parse(JSON.parse(value))),
  /** The namespace of the CloudWatch metrics; no metrics if unset. */
  METRICS_NAMESPACE: () => text().optional(),
} as const

type Variables = typeof variables
type Name = keyof Variables

/** Returns the parsed value of one environment variable. Throws with the variable's name. */
export type Config = <Named extends Name>(name: Named) => z.output<ReturnType<Variables[Named]>>

/** Reads variables one at a time, so that a function fails only for those it uses. */
export function configOf(environment: Readonly<Record<string, string | undefined>>): Config {
  return (name) => {
    const parsed = variables[name]().safeParse(environment[name])
    if (parsed.success) return parsed.data as z.output<ReturnType<Variables[typeof name]>>
    throw new Error(`environment variable ${name}: ${z.prettifyError(parsed.error)}`)
  }
}
