import type { Hex } from 'viem'
import type { RunningInstance } from '../instance.ts'

/** An account with money on a test chain. */
export type Payer = { chainId: number; rpcUrl: string; privateKey: Hex }

/** How often to look, and how long to wait for what the service promises to do. */
export type Pace = { everyMs: number; deadlineMs: number }

/** Where journeys go: an instance or a deployment, seen from outside. */
export type Target = {
  baseUrl: string
  apiKeys: { test: string; live: string }
  payers: readonly Payer[]
  /** How webhooks come to this machine; null where they cannot, and events are asked for instead. */
  webhooks: { port: number; publicUrl?: string | undefined } | null
  pace: Pace
}

export const localPace: Pace = { everyMs: 100, deadlineMs: 30_000 }

/** An instance on this machine. */
export function localTarget({ instance }: Pick<RunningInstance, 'instance'>): Target {
  const { baseUrl, apiKeys, chains } = instance
  return {
    baseUrl,
    apiKeys,
    payers: chains.map(({ chainId, rpcUrl, faucetPrivateKey: privateKey }) => ({
      ...{ chainId, rpcUrl, privateKey },
    })),
    webhooks: { port: 0 },
    pace: localPace,
  }
}
