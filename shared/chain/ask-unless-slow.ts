import { type AskChain, askWithin, ChainTooSlow, type Patience } from './ask-chain.ts'

type Rest = {
  patience: Patience
  /** How long a chain that was given up is not asked again. */
  restMs: number
  /** Whether work that took too long in all gives its chain up as well; by default only silence does. */
  alsoWhenSlow?: boolean
  now: () => Date
}

/**
 * As `askWithin`, but a chain that was given up fails at once for a while, so that a hanging chain holds whoever shares a
 * process with it only once. Each call has a memory of its own.
 */
export function askUnlessSlow({ patience, restMs, alsoWhenSlow = false, now }: Rest): {
  ask: AskChain
  /** Whether the chain was given up a moment ago. */
  isResting: (chainId: number) => boolean
} {
  const restsUntil = new Map<number, number>()
  const within = askWithin(patience)
  const isResting = (chainId: number) => (restsUntil.get(chainId) ?? 0) > now().getTime()
  const ask: AskChain = async (client, work) => {
    const { chainId } = client.chain
    if (isResting(chainId)) {
      throw new ChainTooSlow(chainId, 'it was given up a moment ago', { silent: true })
    }
    try {
      return await within(client, work)
    } catch (error) {
      if (error instanceof ChainTooSlow && (error.silent || alsoWhenSlow)) {
        restsUntil.set(chainId, now().getTime() + restMs)
      }
      throw error
    }
  }
  return { ask, isResting }
}
