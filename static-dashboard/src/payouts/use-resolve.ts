import type { Failure } from '../service/result.ts'
import { useSubmit } from '../service/use-submit.ts'
import { money } from '../texts/money/money.ts'
import type { Unmatched } from './unmatched.ts'

export type Decision = 'accept' | 'dismiss' | 'sweep'

type Given = { note: string; gasCap: string }

type Resolving = {
  /** Returns a sentence that says what was done; undefined if it failed. */
  resolve: (decision: Decision, given: Given) => Promise<string | undefined>
  isBusy: boolean
  failure: Failure | undefined
}

export function useResolve({ id, sessionId, unlisted }: Unmatched): Resolving {
  const accept = useSubmit('accept-payment')
  const dismiss = useSubmit('dismiss-session')
  const sweep = useSubmit('sweep-unlisted')
  const words = money.payouts
  const settle = async (which: typeof accept | typeof dismiss, note: string, done: string) => {
    const settled = await which.submit({ id: sessionId, deposits: [id], note })
    return settled && (settled.changed ? done : words.unchanged)
  }
  return {
    resolve: async (decision, { note, gasCap }) => {
      for (const each of [accept, dismiss, sweep]) each.clear()
      if (decision === 'accept') return settle(accept, note, words.accepted)
      if (decision === 'dismiss') return settle(dismiss, note, words.dismissed)
      if (!unlisted) return undefined
      const { chainId, address, tokenAddress: token } = unlisted
      return (await sweep.submit({ chainId, address, token, gasCap })) && words.ordered
    },
    isBusy: accept.isBusy || dismiss.isBusy || sweep.isBusy,
    failure: accept.failure ?? dismiss.failure ?? sweep.failure,
  }
}
