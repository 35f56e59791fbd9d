import { type Client, createClient, custom } from 'viem'
import { ChainUnavailable } from '../chain-unavailable.ts'
import type { ChainClient } from '../open-chain.ts'

/**
 * Runs work that reads one chain, with a time limit. Throws `ChainUnavailable` when the limit is reached. The work
 * itself continues unobserved until its requests end, so whatever it writes must still be correct then.
 */
export type AskChain = <Result>(
  client: ChainClient,
  work: (client: ChainClient) => Promise<Result>,
) => Promise<Result>

export type Patience = {
  /** Time limit for a request without any response from any of the chain's nodes. */
  silenceMs: number
  /** The time limit for all of the work. */
  totalMs: number
}

export class ChainTooSlow extends ChainUnavailable {
  /** Whether its nodes gave no response at all, not merely too many slow ones. */
  readonly silent: boolean

  constructor(chainId: number, reason: string, { silent }: { silent: boolean }) {
    super(chainId, reason)
    this.silent = silent
  }
}

/** Asks chains within these limits. A node that hangs doesn't count as silence while another one responds. */
export function askWithin({ silenceMs, totalMs }: Patience): AskChain {
  return async (client, work) => {
    const { chainId } = client.chain
    const late = Promise.withResolvers<never>()
    const giveUp = (reason: string, silent: boolean) =>
      late.reject(new ChainTooSlow(chainId, reason, { silent }))
    const silence = silenceTimer(() => giveUp('its nodes gave no response', true), silenceMs)
    const total = setTimeout(() => giveUp('its nodes took too long', false), totalMs)
    try {
      return await Promise.race([work(observed(client, silence)), late.promise])
    } finally {
      clearTimeout(total)
      silence.stop()
    }
  }
}

type Silence = { requested: () => void; responded: () => void; stop: () => void }

/** Runs while a request is open, and restarts with each response. */
function silenceTimer(onSilence: () => void, silenceMs: number): Silence {
  let open = 0
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const restart = () => {
    clearTimeout(timer)
    timer = open > 0 && !isOver ? setTimeout(onSilence, silenceMs) : undefined
  }
  return {
    requested: () => {
      open += 1
      if (open === 1) restart()
    },
    responded: () => {
      open -= 1
      restart()
    },
    stop: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** The client, with `silence` notified of every request and response. */
function observed(client: ChainClient, silence: Silence): ChainClient {
  const observe = (node: Client) =>
    createClient({
      key: node.key,
      name: node.name,
      transport: custom(
        {
          async request(call) {
            silence.requested()
            try {
              return await node.request(call)
            } finally {
              silence.responded()
            }
          },
        },
        { retryCount: 0 },
      ),
    })
  return { ...client, node: observe(client.node), nodes: client.nodes.map(observe) }
}
