import * as z from 'zod'
import { chainById } from '../../shared/chain/chains.ts'
import { operatorCount, operatorOf } from '../../shared/chain/node-operator.ts'

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
    error: 'names a chain that is not in shared/chain/chains.ts',
  })

const settings = z
  .object({
    /** Stands before the names of stacks, functions, queues; two deployments in one account need two. */
    prefix: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,18}$/)
      .default('quittance'),
    /** JSON: chain id → URLs of nodes, the preferred one first. */
    rpcUrls: chainRpcUrls.default({}),
    /** Ids of chains with real money whose nodes may be of one operator, such as `8453,137`: its word is taken. */
    oneOperatorChains: z
      .string()
      .regex(/^\d+(,\d+)*$/)
      .transform((ids) => ids.split(',').map(Number))
      .default([]),
    domain: z.hostname().optional(),
    /** Of the domain, in us-east-1. */
    certificateArn: z
      .string()
      .regex(/^arn:aws[\w-]*:acm:us-east-1:\d+:certificate\//)
      .optional(),
    alarmEmail: z.email().optional(),
    /** Another value makes another key between CloudFront and API Gateway. */
    originKey: z
      .string()
      .regex(/^\w{1,20}$/)
      .default('1'),
    /** A table restored from a backup, in place of the stack's own. */
    tableName: z.string().min(3).optional(),
  })
  .refine(
    ({ domain, certificateArn }) => (domain === undefined) === (certificateArn === undefined),
    {
      error: 'domain and certificateArn belong together',
    },
  )
  .superRefine(({ rpcUrls, oneOperatorChains }, context) => {
    for (const [id, urls] of Object.entries(rpcUrls)) {
      const message = oneOperator(Number(id), urls)
      if (message && !oneOperatorChains.includes(Number(id))) {
        context.addIssue({ code: 'custom', path: ['rpcUrls'], message })
      }
    }
  })

/** Why a chain's nodes can't judge real money unless the owner says so. */
function oneOperator(chainId: number, urls: readonly string[]): string | undefined {
  const chain = chainById(chainId)
  if (chain?.network !== 'mainnet') return undefined
  const nodes = urls.map((url) => ({ operator: operatorOf(chain, new URL(url).host) }))
  if (operatorCount(nodes) > 1) return undefined
  const [{ operator } = { operator: '' }] = nodes
  return `${chain.name} (${chainId}) takes real money, and all of its nodes are of ${operator}, who alone could say what was paid. Add a node of another operator, or accept that with "oneOperatorChains": "${chainId}".`
}

/** What an owner decides about a deployment. */
export type Settings = z.output<typeof settings>

/** Reads them from CDK's context: `cdk.json`, `cdk.context.json`, or `-c name=value`. */
export function readSettings(contextValue: (name: string) => unknown): Settings {
  const names = Object.keys(settings.shape)
  const read = settings.safeParse(
    Object.fromEntries(names.map((name) => [name, contextValue(name) ?? undefined])),
  )
  if (read.success) return read.data
  throw new Error(`The context of the deployment: ${z.prettifyError(read.error)}`)
}
