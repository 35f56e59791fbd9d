import * as z from 'zod'
import { chainById } from '../../shared/chain/chains.ts'
import { nodesOf } from '../../shared/chain/nodes/node-operator.ts'
import { operatorCount } from '../../shared/chain/nodes/operator-votes.ts'
import { didYouMean } from '../../shared/kernel/nearest.ts'
import { OperateError } from '../operate/operate-error.ts'
import { signedCodeSetting } from './signed-code.ts'
import { tagsSetting } from './tags-setting.ts'

const chainRpcUrls = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('must be JSON, such as {"11155111":["https://…"]}')
      return z.NEVER
    }
  })
  .pipe(z.record(z.coerce.number().int(), z.array(z.url({ protocol: /^https?$/ })).min(1)))
  .refine((urls) => Object.keys(urls).every((id) => chainById(Number(id))), {
    error: 'has a chain that is not in shared/chain/chains.ts',
  })

const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
  .default(false)

const apiIds = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(
    z.object({
      api: z.string(),
      checkout: z.string(),
      dashboard: z.string(),
      callbacks: z.string(),
    }),
  )

const settings = z
  .object({
    /** The prefix of the names of stacks, functions, queues; two deployments in one account need different ones. */
    prefix: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,18}$/)
      .default('quittance'),
    /** JSON: chain id → node URLs, in order of preference. */
    rpcUrls: chainRpcUrls.default({}),
    /** Ids of chains with real money whose nodes may all belong to one operator, who is then trusted: `8453,137`. */
    oneOperatorChains: z
      .string()
      .regex(/^\d+(,\d+)*$/)
      .transform((ids) => ids.split(',').map(Number))
      .default([]),
    domain: z.hostname().optional(),
    /** The domain's certificate, in us-east-1. */
    certificateArn: z
      .string()
      .regex(/^arn:aws[\w-]*:acm:us-east-1:\d+:certificate\//)
      .optional(),
    alarmEmail: z.email().optional(),
    /** Whom `/.well-known/security.txt` names, as a URI: without one there is no such file. */
    securityContact: z
      .union(
        [
          z.email().transform((email) => `mailto:${email}`),
          z.url({ protocol: /^https$/ }).regex(/^\S+$/),
        ],
        {
          error: 'must be an email address, or a URL that begins with https://',
        },
      )
      .optional(),
    /** How many requests of pages an address may make in five minutes; 6 USD a month. */
    visitorLimit: z.coerce.number().int().min(100).max(2_000_000_000).optional(),
    /** Another web ACL of AWS WAF in front of CloudFront. */
    webAclArn: z
      .string()
      .regex(/^arn:aws[\w-]*:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/, {
        error:
          'must be the ARN of a web ACL for CloudFront, which is in us-east-1 and global: arn:aws:wafv2:us-east-1:111122223333:global/webacl/NAME/ID',
      })
      .optional(),
    /** Tags of every resource that can have some. */
    tags: tagsSetting.default({}),
    /** Emails `alarmEmail` about the account's costs of a month. */
    monthlyBudgetUsd: z.coerce.number().positive().optional(),
    /** A CloudWatch dashboard, for 3 USD a month. */
    metricsDashboard: flag,
    /** HSTS with `includeSubDomains` and `preload`, for an owner whose other subdomains are all on HTTPS. */
    hstsPreload: flag,
    /** Weekly backups are kept so long; point-in-time recovery covers 35 days. */
    backupDays: z.coerce
      .number()
      .int()
      .min(36, { error: 'must be more than the 35 days that point-in-time recovery covers' })
      .max(36_500)
      .optional(),
    /** A different value creates a different key between CloudFront and API Gateway. */
    originKey: z
      .string()
      .regex(/^\w{1,20}$/)
      .default('1'),
    /** How many functions this deployment may run at a time; a new account has 10. `npm run deploy` reads the quota. */
    concurrentExecutions: z.coerce.number().int().min(1).default(10),
    /** Signed code of the functions that open or change the wallet; Lambda then refuses other code for them. */
    signedCode: signedCodeSetting.optional(),
    /** Set by `npm run deploy` to have CloudFront use these APIs instead of those that it knows. */
    apiIds: apiIds.optional(),
    /** A table restored from a backup, to use instead of the stack's own. */
    tableName: z.string().min(3).optional(),
    /** The key that sealed the secrets in that table, to use instead of the stack's own. */
    keyArn: z
      .string()
      .regex(/^arn:aws[\w-]*:kms:[\w-]+:\d{12}:key\/[\w-]+$/)
      .optional(),
  })
  .refine(({ tableName, keyArn }) => keyArn === undefined || tableName !== undefined, {
    error: 'keyArn is the key of an existing table: set tableName, too',
  })
  .refine(({ visitorLimit, webAclArn }) => visitorLimit === undefined || webAclArn === undefined, {
    error: 'CloudFront takes one web ACL: set visitorLimit, or a rate rule in that of webAclArn',
  })
  .refine(
    ({ domain, certificateArn }) => (domain === undefined) === (certificateArn === undefined),
    {
      error: 'domain and certificateArn must be set together',
    },
  )
  .refine(
    ({ monthlyBudgetUsd, alarmEmail }) =>
      monthlyBudgetUsd === undefined || alarmEmail !== undefined,
    { error: 'monthlyBudgetUsd needs alarmEmail, which is notified' },
  )
  .superRefine(({ rpcUrls, oneOperatorChains }, context) => {
    for (const [id, urls] of Object.entries(rpcUrls)) {
      const message = oneOperatorProblem(Number(id), urls)
      if (message && !oneOperatorChains.includes(Number(id))) {
        context.addIssue({ code: 'custom', path: ['rpcUrls'], message })
      }
    }
  })

/** Returns why a chain's nodes aren't enough for real money unless the owner accepts it. */
function oneOperatorProblem(chainId: number, urls: readonly string[]): string | undefined {
  const chain = chainById(chainId)
  if (chain?.network !== 'mainnet') return undefined
  const nodes = nodesOf(chain, urls)
  if (operatorCount(nodes) > 1) return undefined
  const [{ operator } = { operator: '' }] = nodes
  return `${chain.name} (${chainId}) has real money, but all of its nodes belong to ${operator}, who could fake payments. Add a node of another operator, or accept the risk with "oneOperatorChains": "${chainId}".`
}

export type Settings = z.output<typeof settings>

/** Given by `npm run deploy`, beside the owner's. */
const internalNames = ['networkSeedFile']

/**
 * Throws an `OperateError` for a name of the context that isn't a setting: `alarmMail` would have been ignored in silence.
 * Names of the CDK and of AWS have a colon or a slash.
 */
export function refuseUnknown(names: readonly string[]): void {
  const known = Object.keys(settings.shape)
  const unknown = names.find(
    (name) => !/[:/]/.test(name) && ![...known, ...internalNames].includes(name),
  )
  if (unknown === undefined) return
  throw new OperateError(
    `"${unknown}" is not a setting.${didYouMean(unknown, known)} The settings are in docs/deploy.md, "Configuration".`,
  )
}

/** Reads them from CDK's context: `cdk.json`, `cdk.context.json`, or `-c name=value`. */
export function readSettings(contextValue: (name: string) => unknown): Settings {
  const names = Object.keys(settings.shape)
  const read = settings.safeParse(
    Object.fromEntries(names.map((name) => [name, contextValue(name) ?? undefined])),
  )
  if (read.success) return read.data
  throw new OperateError(`The CDK context is not valid: ${z.prettifyError(read.error)}`)
}
