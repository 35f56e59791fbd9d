import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export type UnlistedMoney = { chainId: number; sessionId: string; tokenAddress: string }

function unlistedName({ chainId, sessionId, tokenAddress }: UnlistedMoney): string {
  return `unlisted#${chainId}#${sessionId}#${tokenAddress}`
}

export const sweepKeys = {
  /** The next nonce of an account that sends transactions; in lower case. */
  sender: (mode: Mode, chainId: number, address: string): Key => ({
    pk: `${mode}#senders#${chainId}`,
    sk: address.toLowerCase(),
  }),
  /** The run that sweeps a chain now, and when the next one may plan. */
  sweepTurn: (mode: Mode, chainId: number): Key => ({
    pk: `${mode}#sweep-turns`,
    sk: String(chainId),
  }),
  /** Announcements about the coin of a chain's gas wallet. */
  gasCheck: (mode: Mode, chainId: number | ''): Key => ({
    pk: `${mode}#sweep-turns`,
    sk: `gas#${chainId}`,
  }),
  /** Announcements about a chain's sweeps, and the usual cost of these. */
  sweepWatch: (mode: Mode, chainId: number): Key => ({
    pk: `${mode}#sweep-turns`,
    sk: `watch#${chainId}`,
  }),
  /** Gas use of a chain on one day. */
  gasUse: (mode: Mode, chainId: number, at: Date): Key => ({
    pk: `${mode}#gas-use#${chainId}`,
    sk: at.toISOString().slice(0, 10),
  }),
  sweepRequest: (mode: Mode): Key => ({ pk: `${mode}#sweep-request`, sk: 'request' }),
  sweepPreviewRequest: (mode: Mode): Key => ({ pk: `${mode}#sweep-request`, sk: 'preview' }),
  /** An operator's wish to end a sweep that hangs. */
  abandonRequest: (mode: Mode, sweepId: string): Key => ({
    pk: `${mode}#sweep-request`,
    sk: `abandon#${sweepId}`,
  }),
  /** An operator's order to sweep an unlisted token. */
  unlistedRequest: (mode: Mode, money: UnlistedMoney): Key => ({
    pk: `${mode}#sweep-request`,
    sk: unlistedName(money),
  }),
  unlistedProgress: (mode: Mode, money: UnlistedMoney): Key => ({
    pk: `${mode}#sweep-turns`,
    sk: unlistedName(money),
  }),
  /** The chain's next sweeps, as of an operator's last request for a preview. */
  sweepPreview: (mode: Mode, chainId: number): Key => ({
    pk: `${mode}#sweep-previews`,
    sk: String(chainId),
  }),
} as const
