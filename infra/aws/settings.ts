import * as z from 'zod'
import { chainById } from '../../shared/chain/chains.ts'

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
