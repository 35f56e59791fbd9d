import type { Settings } from './settings.ts'

/** How many confirmations money on a chain needs: the operator's number, or else the chain's own. */
export function confirmationsOf(
  { confirmations: own }: Pick<Settings, 'confirmations'>,
  { chainId, confirmations }: { chainId: number; confirmations: number },
): number {
  return own[chainId] ?? confirmations
}
