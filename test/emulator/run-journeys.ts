import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import type { LocalChain } from '../../infra/local/chains/start-chain.ts'
import { freePort } from '../../infra/local/free-port.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { inheritedVariables } from '../config.ts'

/** Tests that this emulator can't pass: it doesn't stream responses, and words refusals of API Gateway differently. */
export const leftOut = [
  'follows a session by a stream',
  'to an unknown path, or with an unsupported method, is refused',
] as const

type Options = {
  baseUrl: string
  apiKeys: Readonly<Record<Mode, string>>
  chain: Pick<LocalChain, 'rpcUrl' | 'faucetPrivateKey'>
}

/** Runs `test/deployed` with all journeys but those, and returns whether they passed. */
export async function runJourneys({ baseUrl, apiKeys, chain }: Options): Promise<boolean> {
  const port = String(await freePort(0))
  const names = `^(?!.*(${leftOut.join('|')}))`
  const child = spawn(process.execPath, ['test/deployed/main.ts', baseUrl, names], {
    cwd: repositoryRoot,
    stdio: 'inherit',
    env: {
      ...inheritedVariables,
      TEST_API_KEY: apiKeys.test,
      LIVE_API_KEY: apiKeys.live,
      RPC_URL: chain.rpcUrl,
      PRIVATE_KEY: chain.faucetPrivateKey,
      WEBHOOK_URL: `http://127.0.0.1:${port}/`,
      WEBHOOK_PORT: port,
    },
  })
  const [code] = await once(child, 'close')
  return code === 0
}
