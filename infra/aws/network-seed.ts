import { readFile, writeFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Settings } from './settings.ts'

const seed = z.object({
  networks: z.array(z.object({ chainId: z.int(), urls: z.array(z.string()).min(1) })),
  singleOperatorChains: z.array(z.int()),
})

/**
 * Node URLs hold keys, so they are in no template and no variable of a function: CDK's app hands those of the context to
 * `npm run deploy` through a file that only its owner can read.
 */
export async function passNetworkSeed(
  path: string | undefined,
  { rpcUrls, oneOperatorChains }: Settings,
): Promise<void> {
  if (path === undefined) return
  const networks = Object.entries(rpcUrls).map(([id, urls]) => ({ chainId: Number(id), urls }))
  const contents = { networks, singleOperatorChains: oneOperatorChains }
  await writeFile(path, JSON.stringify(contents), { mode: 0o600 })
}

export type NetworkSeed = z.infer<typeof seed>

export async function readNetworkSeed(path: string): Promise<NetworkSeed> {
  return seed.parse(JSON.parse(await readFile(path, 'utf8')))
}
