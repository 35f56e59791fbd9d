import type { Visit } from '../service/visit-state.ts'

/** The steps of the rail, in their order. */
export const steps = ['owner', 'wallet', 'networks', 'payouts', 'payment', 'done'] as const
export type Step = (typeof steps)[number]

/** Where the setup continues: what the service misses, else what the address names, so that a reload continues there. */
export function stepOf({ step }: Pick<Visit, 'step'>, asked: string | null): Step {
  if (step === 'owner' || step === 'sign-in' || step === 'second-factor') return 'owner'
  if (step === 'wallet') return 'wallet'
  const wanted = steps.find((each) => each === asked)
  const missing = step === 'done' ? 'payment' : step
  if (wanted === undefined || wanted === 'owner' || wanted === 'wallet') return missing
  return wanted
}
