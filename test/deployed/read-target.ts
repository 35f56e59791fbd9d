import { resolve } from 'node:path'
import { createClient, http } from 'viem'
import { getChainId } from 'viem/actions'
import * as z from 'zod'
import { readInstanceFile, seededInstanceFile } from '../../infra/local/instance-file.ts'
import { localTarget, type Pace, type Target } from '../journeys/target.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** An error whose message is printed to the user. */
export class UsageError extends Error {}

/** Stays within the rate limit of a test key, and waits long enough for a public chain. */
const pace: Pace = { everyMs: 3_000, deadlineMs: 600_000 }

const apiKey = (mode: string) =>
  z.string().regex(new RegExp(`^ck_${mode}_`), { error: `must begin with ck_${mode}_` })
const privateKey = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{64}$/)])

const inputs = z.object({
  BASE_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, '')),
  TEST_API_KEY: apiKey('test'),
  LIVE_API_KEY: apiKey('live'),
  RPC_URL: z.url({ protocol: /^https?$/ }),
  PRIVATE_KEY: privateKey,
  WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  WEBHOOK_PORT: z.coerce.number().int().min(1).max(65_535).default(4480),
})

const usage = `npm run test:deployed -- BASE_URL [NAME]

Tests a deployment as merchants and customers use it, over HTTP and a test chain only; with NAME, only what has it in its name. Spends about 3 USD of test money. Set these environment variables:

  TEST_API_KEY   a key of test mode with all scopes (npm run operate -- keys create --mode test --name journeys --scopes all)
  LIVE_API_KEY   the same for live mode; no live money is spent
  RPC_URL        a node of the deployment's test chain
  PRIVATE_KEY    0x…, of an account there with the native coin and USDC
  WEBHOOK_URL    optional: public HTTPS address that leads to WEBHOOK_PORT (4480) of this machine.
                 On an emulator of AWS, a loopback address. Without it, events are polled and no webhook is received.

or, for an instance that npm start runs on this machine:

  DATA_DIR       its data folder; nothing else is needed`

/** Returns the target of the journeys. Throws a `UsageError` that names what is missing. */
export async function readTarget(variables: Variables): Promise<Target> {
  const { DATA_DIR, BASE_URL } = variables
  if (DATA_DIR) return instanceTarget(resolve(DATA_DIR), BASE_URL)
  const given = Object.entries(variables).filter(([, value]) => value !== '')
  const read = inputs.safeParse(Object.fromEntries(given))
  if (!read.success) throw new UsageError(`${problems(read.error, variables)}\n\n${usage}`)
  const { data } = read
  const { RPC_URL: rpcUrl, PRIVATE_KEY, WEBHOOK_URL: publicUrl, WEBHOOK_PORT: port } = data
  const chainId = await chainIdOf(rpcUrl)
  return {
    baseUrl: data.BASE_URL,
    apiKeys: { test: data.TEST_API_KEY, live: data.LIVE_API_KEY },
    payers: [{ chainId, rpcUrl, privateKey: PRIVATE_KEY }],
    webhooks: publicUrl === undefined ? null : { port, publicUrl },
    pace,
  }
}

async function instanceTarget(dataDir: string, baseUrl: string | undefined): Promise<Target> {
  const instance = seededInstanceFile.safeParse(await readInstanceFile(dataDir)).data
  if (!instance) throw new UsageError(`No instance with API keys runs on ${dataDir}.`)
  if (instance.baseUrl !== baseUrl?.replace(/\/$/, '')) {
    throw new UsageError(`The instance on ${dataDir} is at ${instance.baseUrl}.`)
  }
  return { ...localTarget({ instance }), pace }
}

function problems({ issues }: z.ZodError, variables: Variables): string {
  const lines = issues.map(({ path, message }) => {
    const name = String(path[0])
    return variables[name] ? `${name}: ${message}` : `${name} is missing.`
  })
  return lines.join('\n')
}

async function chainIdOf(rpcUrl: string): Promise<number> {
  try {
    return await getChainId(createClient({ transport: http(rpcUrl) }))
  } catch (cause) {
    throw new UsageError(`RPC_URL: the node did not return its chain ID.`, { cause })
  }
}
