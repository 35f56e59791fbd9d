import { describe, expect, it } from 'vitest'
import { pageText } from '../../infra/operate/audit.ts'
import { listAuditEntries } from '../../shared/admin/operators/list-audit-entries.ts'
import { mailChanges } from '../../shared/admin/operators/mail-changes.ts'
import type { OwnerMail } from '../../shared/aws/mail-owner.ts'
import { auditWrite } from '../../shared/kernel/operation/audit.ts'
import { pageAuditEntries } from '../../shared/kernel/store/audit-log.ts'
import { keys } from '../../shared/kernel/store/keys.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { update } from '../../shared/kernel/store/writes.ts'
import { getPayouts } from '../../shared/money/sweeps/get-payouts.ts'
import { listWaiting } from '../../shared/money/sweeps/list-waiting.ts'
import {
  assetKey,
  emptyHolding,
  withWaiting,
} from '../../shared/payments/holdings/rules/holding.ts'
import {
  holdingWrite,
  loadHoldings,
  saveHolding,
} from '../../shared/payments/holdings/store/holdings.ts'
import { holdingKeys } from '../../shared/payments/holdings/store/keys.ts'
import { activeSweeps, sweepCreation } from '../../shared/payments/holdings/store/sweeps.ts'
import { aSweep } from '../factories.ts'
import { emptyInstance } from '../operator-accounts.ts'
import { runAsOperator } from '../run-as-operator.ts'
import { testTable } from '../test-table.ts'

it('a status of a newer version stops the list that it is in, so a release reads it before one writes it', async () => {
  const table = await testTable()
  const listed = () => activeSweeps(table, { mode: 'test', chainId: 31337 })
  await transact(table, [
    sweepCreation(aSweep({ id: 'sw_1' })),
    sweepCreation(aSweep({ id: 'sw_2' })),
  ])
  expect(await listed()).toHaveLength(2)
  await transact(table, [update(holdingKeys.sweep('test', 'sw_2'), { status: 'parked' })])
  await expect(listed()).rejects.toThrow('status')
  await transact(table, [
    update(holdingKeys.sweep('test', 'sw_2'), { status: 'planned', addedLater: 1 }),
  ])
  expect(await listed()).toHaveLength(2)
})

describe('what a newer version stored only to describe a row is shown and mailed under its name:', () => {
  it('an action of the audit log, and who acted', async () => {
    const { table, services, pass } = await emptyInstance('newer-actions')
    const add = (target: string) =>
      transact(table, [
        auditWrite(services, {
          ...{ mode: 'live', action: 'payout-wallet.set', target, actor: { kind: 'machine' } },
          ...{ note: '', outcome: '', details: {} },
        }),
      ])
    await add('known')
    await add('newer')
    const { items } = await pageAuditEntries(table, { mode: 'live' }, { limit: 10 })
    const id = `${items.find(({ target }) => target === 'newer')?.id}`
    const newer = { action: 'vault.open\u2028', actor: { kind: 'plugin', by: 'somebody' } }
    await transact(table, [update(keys.auditEntry('live', id), newer)])

    const mails: OwnerMail[] = []
    const deps = {
      ...services,
      mail: async (mail: OwnerMail) => void mails.push(mail),
      countSubscribers: async () => 1,
    }
    pass(600)
    expect(await mailChanges(deps)).toEqual({ reported: 2 })
    expect(mails[0]?.subject).toBe('2 changes that you should know of')
    expect(mails[0]?.text).toContain('vault.open: newer, by plugin')
    expect(mails[0]?.text).toContain('Payout wallet set: known, by machine')
    await add('later')
    pass(600)
    expect(await mailChanges(deps)).toEqual({ reported: 1 })

    const page = await runAsOperator(listAuditEntries, { table }, { mode: 'live', limit: 10 })
    const listed = page.entries.find(({ target }) => target === 'newer')
    expect(listed).toMatchObject({ ...newer, actor: { kind: 'unknown', name: 'plugin' } })
    expect(pageText(page)).toMatch(/vault\.open\s+newer.*plugin/)
  })

  it('why money waits, until the next check decides again', async () => {
    const table = await testTable()
    const now = new Date('2026-11-30T10:00:00.000Z')
    const asset = { chainId: 31337, tokenAddress: null, symbol: 'ETH', decimals: 18 }
    const of = { mode: 'test', sessionId: 'cs_1', address: '0x1', derivationIndex: 1 } as const
    const held = { ...emptyHolding({ ...of, ...asset }), balanceBase: 10n ** 18n, version: 1 }
    await transact(table, [holdingWrite(withWaiting(held, { reason: 'refused' }, now), 0)])
    const key = holdingKeys.holding('test', 'cs_1', assetKey(asset))
    const waiting = { reason: 'frozen_by_issuer', since: now.toISOString(), details: null }
    await transact(table, [update(key, { waiting })])

    const { ledger } = await runAsOperator(getPayouts, { table }, { mode: 'test' })
    const shown = { reason: 'frozen_by_issuer', addresses: 1, amount: '1' }
    expect(ledger.map((line) => line.waiting)).toEqual([[shown]])
    const input = { mode: 'test', limit: 10 } as const
    const list = await runAsOperator(listWaiting, { table }, input)
    expect(list.waiting).toMatchObject([{ reason: 'frozen_by_issuer', amount: '1 ETH' }])

    const load = () => loadHoldings(table, { mode: 'test', sessionId: 'cs_1' })
    const [newer = held] = await load()
    await saveHolding(table, { ...newer, sweepCount: 1 }, newer)
    const [kept = held] = await load()
    expect(kept.waiting?.reason).toBe('frozen_by_issuer')
    await saveHolding(table, withWaiting(kept, { reason: 'unconfirmed' }, now), kept)
    expect((await load())[0]?.waiting?.reason).toBe('unconfirmed')
  })
})
