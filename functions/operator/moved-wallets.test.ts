import { expect, it } from 'vitest'
import { checkHealth } from '../../shared/admin/health/check-health.ts'
import { loadMovedData, movedDataWrite } from '../../shared/admin/moving/store/moved-data.ts'
import { addWallet } from '../../shared/admin/setup/add-wallet.ts'
import { setUpInstance } from '../../shared/admin/setup/set-up-instance.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { newWallet } from '../../shared/payments/wallet/new-wallet.ts'
import {
  derivationStart,
  derivationStop,
} from '../../shared/payments/wallet/store/derivation-counter.ts'
import { createdAt } from '../../test/factories.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'
import hdAddresses from '../../test/vectors/hd-addresses.json' with { type: 'json' }

const [first = '', second = '', third = ''] = hdAddresses.vectors.map(({ mnemonic }) => mnemonic)

const leftOut = {
  wallets: [first, second].map((mnemonic, index) => ({
    walletId: `wallet-${index + 1}`,
    firstAddresses: newWallet(mnemonic).firstAddresses,
  })),
  networks: [
    { mode: 'live' as const, chainId: 8453 },
    { mode: 'test' as const, chainId: 31337 },
  ],
  notifiers: [{ mode: 'live' as const, notifier: 'alchemy' }],
  integrations: [{ mode: 'live' as const, provider: 'moonpay' }],
  payoutWallets: [],
}

/** An instance with two wallets was moved here, after 25,000 sessions of a mode and a stop. */
async function moved() {
  const { table, config } = await serviceFunctions()
  const { call } = terminal(lambdasOf(config))
  const note = async (endedAt: Date | null) => {
    const begun = { checksum: 'abc', begunAt: createdAt, leftOut }
    await transact(table, [movedDataWrite({ ...begun, ...(await loadMovedData(table)), endedAt })])
  }
  await note(null)
  for (const mode of modes) {
    await transact(table, [derivationStart(table, mode, 25_000)])
    await transact(table, [derivationStop(mode, 25_000, createdAt)])
  }
  const reasonsOf = async (mode: 'live' | 'test') => {
    const { checks } = await call(checkHealth, { mode })
    const ofMove = /^(intake_stopped|import_not_ended|left_out_)/
    return checks
      .filter(({ reason }) => ofMove.test(reason))
      .map(({ reason, of }) => `${reason} ${of}`)
  }
  return {
    note,
    reasonsOf,
    setUp: (mnemonic: string) =>
      call(setUpInstance, {
        mnemonic,
        mnemonicIsNew: true,
        searchSeconds: 0,
        baseUrl: 'https://pay.example.com',
        owner: { email: 'owner@example.com', password: 'correct horse battery' },
      }),
    add: (mnemonic: string) => call(addWallet, { mnemonic, searchSeconds: 0, mnemonicIsNew: true }),
  }
}

it('accepts the moved wallets only, in their order, and begins past all of their addresses', async () => {
  const { setUp, add, note } = await moved()
  await expect(setUp(first)).rejects.toThrow('has not ended')
  await note(createdAt)
  await expect(setUp(second)).rejects.toMatchObject({
    code: 'state_changed',
    message: expect.stringContaining(leftOut.wallets[0]?.firstAddresses.live ?? 'an address'),
  })
  // Stopped at 25,000, which raised it to 35,000; setup adds 10,000 to the last one of these.
  expect(await setUp(first)).toMatchObject({ firstIndex: { live: 44_999, test: 44_999 } })
  await expect(add(third)).rejects.toThrow('needs the mnemonic of wallet-2 first')
  expect(await add(second)).toMatchObject({ walletId: 'wallet-2' })
  expect(await add(third)).toMatchObject({ walletId: 'wallet-3' })
})

it('shows in Doctor what is to be entered again', async () => {
  const { setUp, reasonsOf, note } = await moved()
  expect(await reasonsOf('live')).toEqual([
    ...['intake_stopped ', 'import_not_ended ', 'left_out_wallet wallet-1'],
    ...['left_out_wallet wallet-2', 'left_out_network Base'],
    ...['left_out_notifier alchemy', 'left_out_provider moonpay'],
  ])
  await note(createdAt)
  await setUp(first)
  expect(await reasonsOf('test')).toEqual(['intake_stopped ', 'left_out_wallet wallet-2'])
})
