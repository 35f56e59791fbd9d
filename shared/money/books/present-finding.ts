import * as z from 'zod'
import { assetsOf, chainById, transactionUrl } from '../../chain/chains.ts'
import { formatBase } from '../../kernel/money.ts'
import { timestamp } from '../../kernel/wire/primitives.ts'
import type { Acknowledgment } from './rules/acknowledgment.ts'
import { type Difference, differenceKinds, type Finding, findingId } from './rules/difference.ts'

export const shownFinding = z.object({
  id: z.string(),
  sessionId: z.string(),
  address: z.string(),
  reportedAt: timestamp,
  /** The owner's reason why nothing is wrong. */
  acknowledged: z.object({ at: timestamp, note: z.string() }).nullable(),
  differences: z.array(
    z.object({
      kind: z.enum(differenceKinds),
      /** With the asset's symbol; of `nonce`, a number of transactions. */
      said: z.string(),
      shown: z.string(),
      txHash: z.string().nullable(),
      explorerUrl: z.string().nullable(),
    }),
  ),
})

/** A finding as operators see it. */
export function presentFinding(
  finding: Finding,
  acknowledgment: Acknowledgment | undefined,
): z.infer<typeof shownFinding> {
  const { sessionId, address, reportedAt, firstSeenAt, chainId, differences } = finding
  const { acknowledgedAt, note } = acknowledgment ?? {}
  return {
    id: findingId(finding),
    acknowledged: acknowledgedAt && note ? { at: acknowledgedAt.toISOString(), note } : null,
    sessionId,
    address,
    reportedAt: (reportedAt ?? firstSeenAt).toISOString(),
    differences: differences.map(({ kind, said, shown, txHash, tokenAddress }) => ({
      kind,
      txHash,
      explorerUrl: explorerUrl(chainId, txHash),
      said: amountText({ kind, tokenAddress, chainId }, said),
      shown: amountText({ kind, tokenAddress, chainId }, shown),
    })),
  }
}

function explorerUrl(chainId: number, txHash: string | null): string | null {
  const chain = chainById(chainId)
  return chain && txHash ? transactionUrl(chain, txHash) : null
}

type Of = Pick<Difference, 'kind' | 'tokenAddress'> & { chainId: number }

function amountText({ kind, tokenAddress, chainId }: Of, base: bigint): string {
  const chain = chainById(chainId)
  const isOf = (token: string | null) => (token?.toLowerCase() ?? null) === tokenAddress
  const asset = chain && assetsOf(chain).find((each) => isOf(each.tokenAddress))
  if (kind === 'nonce' || !asset) return String(base)
  return `${formatBase(base, asset.decimals)} ${asset.symbol}`
}
