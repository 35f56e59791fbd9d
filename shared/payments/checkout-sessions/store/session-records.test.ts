import { expect, it } from 'vitest'
import { aTransfer, later, someSettings } from '../../../../test/factories.ts'
import { testTable } from '../../../../test/test-table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { loadPrices, savePrice } from '../../../records/prices/store/prices.ts'
import { loadSettings, settingsUpdate } from '../../../records/settings/store/settings.ts'
import { addressCreation, findAddresses } from '../../ledger/store/addresses.ts'
import { claimScan } from '../../ledger/store/scan-requests.ts'
import { loadTransfers, saveTransfers } from '../../ledger/store/transfers.ts'

it('binds an address to one session, and finds it in any letter case among hundreds', async () => {
  const table = await testTable()
  const addresses = Array.from({ length: 130 }, (_, n) => `0xAb${String(n).padStart(38, '0')}`)
  const bound = addresses.map((address, derivationIndex) => ({
    address,
    mode: 'test' as const,
    sessionId: `cs_${derivationIndex}`,
    derivationIndex,
    walletId: derivationIndex % 2 === 0 ? 'wallet-1' : 'wallet-2',
  }))
  for (const part of [bound.slice(0, 100), bound.slice(100)]) {
    const session = part.map(({ sessionId: id, ...rest }) => addressCreation({ id, ...rest }))
    await transact(table, session)
  }
  const asked = addresses.flatMap((address) => [address.toLowerCase(), address, `${address}0`])
  const found = await findAddresses(table, asked)
  expect(found.toSorted((a, b) => a.derivationIndex - b.derivationIndex)).toEqual(bound)
  const address = addresses[0]?.toUpperCase() ?? ''
  const again = addressCreation({ id: 'cs_x', mode: 'live', address, derivationIndex: 5 })
  expect((await transact(table, [again])).committed).toBe(false)
})

it('keeps any number of transfers once, as they stand now', async () => {
  const table = await testTable()
  const session = { mode: 'test', sessionId: 'cs_1' } as const
  const transfers = Array.from({ length: 150 }, (_, n) =>
    aTransfer({ txHash: `0x${String(n).padStart(64, '0')}`, amountBase: 2n ** 200n + BigInt(n) }),
  )
  await saveTransfers(table, session, transfers)
  const [first, ...others] = transfers
  const orphaned = aTransfer({ ...first, orphaned: true })
  await saveTransfers(table, session, [orphaned, ...others])
  expect(await loadTransfers(table, session)).toEqual([orphaned, ...others])
  expect(await loadTransfers(table, { ...session, mode: 'live' })).toEqual([])
})

it('grants a scan to one asker of many, and the next one when it is time', async () => {
  const table = await testTable()
  const request = { mode: 'test', sessionId: 'cs_1', asker: 'customer' } as const
  const claim = (now: Date) => claimScan(table, request, { everyMs: 10_000, now })
  const claims = await Promise.all(Array.from({ length: 6 }, () => claim(later(0))))
  const refused = { granted: false, againAt: later(10) }
  expect(claims.toSorted((a, b) => Number(b.granted) - Number(a.granted))).toEqual([
    { granted: true },
    ...Array.from({ length: 5 }, () => refused),
  ])
  expect(await claim(later(9))).toEqual(refused)
  expect(await claim(later(10))).toEqual({ granted: true })
})

it('keeps what the operator set over the defaults, until it is taken back', async () => {
  const table = await testTable()
  const defaults = someSettings()
  expect(await loadSettings(table, 'test', { defaults })).toEqual(defaults)
  const change = (changes: Parameters<typeof settingsUpdate>[1]) =>
    transact(table, [settingsUpdate('test', changes)])
  await change({ rateLimitPerMinute: 9, defaultAsset: 'USDC', confirmations: { 1: 20 } })
  await change({ defaultAsset: null, acceptTopUps: false, baseUrl: undefined })
  expect(await loadSettings(table, 'test', { defaults })).toEqual({
    ...defaults,
    rateLimitPerMinute: 9,
    confirmations: { 1: 20 },
    acceptTopUps: false,
  })
  expect(await loadSettings(table, 'live', { defaults })).toEqual(defaults)
})

it('keeps the latest price of each pair', async () => {
  const table = await testTable()
  const price = { pair: 'ETH/USD', price: '2500.10', agreedAt: later(0) }
  await savePrice(table, price)
  await savePrice(table, { ...price, price: '2501', agreedAt: later(60) })
  expect(await loadPrices(table, ['ETH/USD', 'EUR/USD'])).toEqual([
    { ...price, price: '2501', agreedAt: later(60) },
  ])
  expect(await loadPrices(table, [])).toEqual([])
})
