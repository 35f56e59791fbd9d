import { useState } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { mode } from '../router.ts'
import { call } from '../service/call.ts'
import type { Failure } from '../service/result.ts'

export type PreviewedChain = Operations['show-sweep-previews']['output']['chains'][number]

type State = {
  isPlanning: boolean
  chains?: readonly PreviewedChain[]
  failure?: Failure
  /** Whether not every network has planned in time. */
  isSlow?: boolean
}

const pollMs = 2_000
const patienceMs = 180_000

/** Plans a sweep that sends nothing: the function that can sign does it within a minute, so its result is waited for. */
export function usePreview(): State & { plan: () => Promise<void> } {
  const [state, setState] = useState<State>({ isPlanning: false })
  const plan = async () => {
    setState({ isPlanning: true })
    setState({ isPlanning: false, ...(await planned()) })
  }
  return { ...state, plan }
}

async function planned(): Promise<Omit<State, 'isPlanning'>> {
  const of = { mode: mode.peek() }
  const requested = await call('request-sweep', { ...of, dryRun: true })
  if (requested.kind !== 'ok') return { failure: requested }
  const { requestedAt } = requested.output
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const shown = await call('show-sweep-previews', of)
    if (shown.kind !== 'ok') return { failure: shown }
    const { chains } = shown.output
    if (chains.every(({ at }) => at !== null && at >= requestedAt)) return { chains }
    await new Promise((resolve) => window.setTimeout(resolve, pollMs))
  }
  return { isSlow: true }
}
