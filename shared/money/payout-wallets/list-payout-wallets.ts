import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { eitherMode, modesOf } from '../../kernel/wire/operator-input.ts'
import { presentPayoutWallet } from './present-payout-wallet.ts'
import { listPayoutWallets } from './store/payout-wallets.ts'
import { shownPayoutWallet } from './wire/payout-wallet.ts'

const shownPayoutWallets = z.object({ payoutWallets: z.array(shownPayoutWallet) })

export type ShownPayoutWallets = z.infer<typeof shownPayoutWallets>

export const showPayoutWallets = operatorOperation({
  name: 'list-payout-wallets',
  role: 'viewer',
  command: 'payout-wallets list',
  input: z.strictObject({ mode: eitherMode }),
  output: shownPayoutWallets,
  touches: { table: 'read' },
  docs: { summary: 'List where swept money goes, and changes that are not in effect yet' },
  async run({ table, now }, { input: { mode } }) {
    const ofModes = await Promise.all(modesOf(mode).map((each) => listPayoutWallets(table, each)))
    const payoutWallets = ofModes.flat().map((wallet) => presentPayoutWallet(wallet, now()))
    return { result: { payoutWallets } }
  },
})
