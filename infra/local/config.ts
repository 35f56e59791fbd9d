import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import * as z from 'zod'
import type { MovedClock } from './moved-clock.ts'
import { realMoneyAccepted } from './real-money.ts'
import { StartupError } from './startup-error.ts'

export type LocalConfig = {
  port: number
  dataDir: string
  /** Keeps what must outlive the data folder, such as which deposit addresses were assigned. */
  stateDir: string
  /** Addresses of reverse proxies in front of the service. */
  trustedProxies: readonly string[]
  seed: boolean
  blockTimeSeconds: number
  /** The share of its notifications that the notifier loses: all of them if it is off. */
  notifierLoss: number
  scheduleSeconds: number | undefined
  /** Whether its owner accepts that nothing of it is made for real money. */
  acceptsRealMoney: boolean
  isNpmStart: boolean
  /** Variables that are passed to the functions unchanged. */
  policy: Record<string, string>
  /** Set if a demo moves the instance's time. */
  clock?: MovedClock
}

const hosts = z.record(z.string(), z.url())

function isHosts(text: string): boolean {
  try {
    return hosts.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

const positive = 'must be a number above 0'
const seconds = z.coerce.number(positive).positive(positive).finite(positive)
const count = z.coerce
  .number('must be a whole number above 0')
  .int('must be a whole number above 0')
  .positive('must be a whole number above 0')
const port = 'must be a port from 0 to 65535 (0 uses a free one)'
const switchSetting = z.enum(['on', 'off'], 'must be on or off')

const policyVariables = {
  SESSION_TTL_SECONDS: seconds.optional(),
  LATE_GRACE_SECONDS: seconds.optional(),
  RECHECK_DELAY_SECONDS: seconds.optional(),
  CONFIRMATIONS: count.optional(),
  FAILED_AFTER_SECONDS: seconds.optional(),
  RATE_LIMIT_PER_MINUTE: count.optional(),
  LINK_SESSIONS_PER_MINUTE: count.optional(),
  WEBHOOK_TIMEOUT_SECONDS: seconds.optional(),
  /** How often sweeps are planned. */
  SWEEP_SECONDS: seconds.optional(),
  /** The interval of the schedules, and when a delivery is overdue for the relay. */
  SCHEDULE_SECONDS: seconds.optional(),
  CHAT_HOSTS: z
    .string()
    .refine(isHosts, { error: 'must be JSON, such as {"slack":"http://localhost:5001"}' })
    .optional(),
  PROVIDER_HOSTS: z
    .string()
    .refine(isHosts, { error: 'must be JSON, such as {"moonpay":"http://localhost:5000"}' })
    .optional(),
  WEBHOOK_ALLOW_LOOPBACK: switchSetting.default('on'),
  WEBHOOK_RETRY_SECONDS: z
    .string()
    .refine((text) => text.split(',').every((part) => seconds.safeParse(part).success), {
      error: 'must be a comma-separated list of seconds, such as 1,2,5',
    })
    .optional(),
}

const lossRates: Readonly<Record<string, number>> = { on: 0, off: 1 }

const notifierLoss = z
  .string()
  .refine((text) => text === 'on' || text === 'off' || isRate(text), {
    error: 'must be on, off, or a loss rate such as 0.5',
  })
  .transform((text) => lossRates[text] ?? Number(text))

const environment = z.object({
  PORT: z.coerce.number(port).int(port).min(0, port).max(65_535, port).default(4400),
  DATA_DIR: z.string().default('.local'),
  STATE_DIR: z.string().optional(),
  SEED: switchSetting.default('on'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
    .refine((addresses) => addresses.every((one) => isIP(one)), {
      error: 'must be IP addresses, separated by commas, such as 127.0.0.1',
    }),
  BLOCK_TIME_SECONDS: seconds.default(2),
  NOTIFIER: notifierLoss.default(0),
  REAL_MONEY: z
    .literal(realMoneyAccepted, { error: `must be the words "${realMoneyAccepted}"` })
    .optional(),
  npm_lifecycle_event: z.string().optional(),
  ...policyVariables,
})

/** Reads the instance's configuration from the environment. Throws a `StartupError` for an invalid value. */
export function readLocalConfig(variables: NodeJS.ProcessEnv = process.env): LocalConfig {
  // An empty variable counts as unset, as shell users expect.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) throw new StartupError(sentence(parsed.error, variables))
  const { data } = parsed
  return {
    port: data.PORT,
    dataDir: resolve(data.DATA_DIR),
    stateDir: stateDirOf(data),
    trustedProxies: data.TRUSTED_PROXIES,
    seed: data.SEED === 'on',
    blockTimeSeconds: data.BLOCK_TIME_SECONDS,
    notifierLoss: data.NOTIFIER,
    scheduleSeconds: data.SCHEDULE_SECONDS,
    acceptsRealMoney: data.REAL_MONEY !== undefined,
    isNpmStart: data.npm_lifecycle_event === 'start',
    policy: policyOf(data),
  }
}

/** By default in the user's home, whatever folder the instance is started from. */
function stateDirOf({ DATA_DIR, STATE_DIR }: z.output<typeof environment>): string {
  const stateDir = resolve(STATE_DIR ?? join(homedir(), '.quittance'))
  if (!relative(resolve(DATA_DIR), stateDir).startsWith('..')) {
    throw new StartupError(
      `STATE_DIR must be outside DATA_DIR, which may be put back, but is "${stateDir}".`,
    )
  }
  return stateDir
}

function policyOf(data: z.output<typeof environment>): Record<string, string> {
  const policy = z.object(policyVariables).parse(data)
  return Object.fromEntries(
    Object.entries(policy).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
}

function sentence(error: z.ZodError, variables: NodeJS.ProcessEnv): string {
  const [issue] = error.issues
  const name = String(issue?.path[0])
  return `${name} ${issue?.message}, but is "${variables[name]}".`
}

function isRate(text: string): boolean {
  const rate = Number(text)
  return text.trim() !== '' && rate >= 0 && rate <= 1
}
