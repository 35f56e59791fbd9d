import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { modes } from '../../shared/kernel/mode.ts'
import { providerNames } from '../../shared/records/integrations/rules/provider-name.ts'
import { writeJsonFile } from '../json-file.ts'
import { readDataFile } from './read-data-file.ts'

const hex = z.templateLiteral(['0x', z.string()])

const owner = z.object({ email: z.string(), password: z.string() })
const apiKeys = z.object({ test: z.string(), live: z.string() })

/** `DATA_DIR/instance.json`: how to reach a running instance. The file exists only while the instance is ready. */
export const instanceFile = z.object({
  baseUrl: z.url(),
  dashboardUrl: z.url(),
  /** Claims an instance that was started with `SEED=off`; any other is already claimed and accepts no token. */
  setupToken: z.string(),
  /** Null if the instance was started unclaimed (`SEED=off`), like `apiKeys`. */
  owner: owner.nullable(),
  apiKeys: apiKeys.nullable(),
  chains: z.array(
    z.object({
      mode: z.enum(modes),
      chainId: z.int(),
      rpcUrl: z.url(),
      assets: z.array(
        z.object({
          symbol: z.string(),
          tokenAddress: hex.nullable(),
          decimals: z.int(),
        }),
      ),
      faucetPrivateKey: hex,
      payoutAddress: hex,
    }),
  ),
  /** The local AWS services, for the AWS SDK's `AWS_ENDPOINT_URL_*`. */
  awsEndpoints: z.object({
    dynamodb: z.url(),
    sqs: z.url(),
    kms: z.url(),
    ssm: z.url(),
    sfn: z.url(),
    lambda: z.url(),
  }),
  /** The local notification service: its management API, as Alchemy's, and the token that it accepts. */
  notifier: z.object({ name: z.literal('alchemy'), url: z.url(), token: z.string() }),
  /** Stand-ins for the hosted payment providers, and the credentials that each accepts. */
  providers: z.array(
    z.object({
      provider: z.enum(providerNames),
      standInUrl: z.url(),
      credentials: z.record(z.string(), z.string()),
    }),
  ),
  /** Credentials of the operator's terminal; they may invoke functions and nothing else. */
  operator: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
})

/** The file of an instance that was set up at its first start, which is the default (`SEED=on`). */
export const seededInstanceFile = instanceFile.extend({ owner, apiKeys })

export type SeededInstanceFile = z.output<typeof seededInstanceFile>

export type InstanceFile = z.output<typeof instanceFile>

export function instanceFilePath(dataDir: string): string {
  return join(dataDir, 'instance.json')
}

/** Returns the running instance's file, or undefined if none is ready. */
export async function readInstanceFile(dataDir: string): Promise<InstanceFile | undefined> {
  return readDataFile(instanceFilePath(dataDir), instanceFile)
}

export async function writeInstanceFile(dataDir: string, instance: InstanceFile): Promise<void> {
  await writeJsonFile(instanceFilePath(dataDir), instance)
}

export async function removeInstanceFile(dataDir: string): Promise<void> {
  await rm(instanceFilePath(dataDir), { force: true })
}
