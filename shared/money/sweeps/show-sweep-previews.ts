import * as z from 'zod'
import type { ChainClient } from '../../chain/open-chain.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { formatBase } from '../../kernel/money.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { eitherMode, modesOf } from '../../kernel/wire/operator-input.ts'
import { sweepKinds } from '../../payments/holdings/rules/sweep.ts'
import { readingHoldings } from '../../payments/networks/chain-clients.ts'
import { listPreviews, type SweepPreview } from './store/sweep-previews.ts'

const chainPreview = z.object({
  mode: z.enum(modes),
  chainId: z.int(),
  chain: z.string(),
  /** When it was planned; null before the first preview. */
  at: z.string().nullable(),
  planned: z.array(
    z.object({
      kind: z.enum(sweepKinds),
      addresses: z.int(),
      amount: z.string(),
      /** At most. */
      fee: z.string(),
    }),
  ),
})

const previews = z.object({ chains: z.array(chainPreview) })

export type ShownPreviews = z.infer<typeof previews>

export const showSweepPreviews = operatorOperation({
  name: 'show-sweep-previews',
  role: 'viewer',
  command: 'sweeps preview',
  input: z.strictObject({ mode: eitherMode }),
  output: previews,
  touches: { table: 'read', chains: true },
  docs: { summary: 'Show what a sweep would have sent at the last dry run' },
  needs: readingHoldings,
  async run(services: Services, { input: { mode } }) {
    const ofModes = await Promise.all(modesOf(mode).map((one) => previewsOf(services, one)))
    return { result: { chains: ofModes.flat() } }
  },
})

type Services = {
  table: Table
  /** Every enabled chain of a mode. */
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
}

async function previewsOf({ table, chains }: Services, mode: Mode) {
  const [clients, made] = await Promise.all([chains(mode), listPreviews(table, mode)])
  return clients.map(({ chain: { chainId, name: chain, native } }) => {
    const preview = made.find((one) => one.chainId === chainId)
    const line = (of: SweepPreview['planned'][number]) => ({
      kind: of.kind,
      addresses: of.addresses,
      amount: `${formatBase(of.amountBase, of.decimals)} ${of.symbol}`,
      fee: `${formatBase(of.feeBase, native.decimals)} ${native.symbol}`,
    })
    const at = preview?.at.toISOString() ?? null
    return { mode, chainId, chain, at, planned: preview?.planned.map(line) ?? [] }
  })
}
