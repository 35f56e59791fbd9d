import { expect, it } from 'vitest'
import { later } from '../../../test/factories.ts'
import { testTable } from '../../../test/test-table.ts'
import type { OwnerMail } from '../../aws/mail-owner.ts'
import { transact } from '../../kernel/store/transact.ts'
import { firstSettings } from '../../records/settings/store/settings.ts'
import { mailNextIndex } from './mail-next-index.ts'
import { derivationStart, knownDerivationIndices } from './store/derivation-counter.ts'

const day = 86_400

it('mails the next index of live mode once, again when it has grown, and changes no counter', async () => {
  const table = await testTable()
  const mails: OwnerMail[] = []
  const mailAt = (seconds: number) =>
    mailNextIndex({
      table,
      now: () => later(seconds),
      mail: async (mail) => void mails.push(mail),
    })
  await mailAt(0)
  await transact(table, [firstSettings(table, 'live', { baseUrl: 'https://pay.example.com' })])
  await transact(table, [
    derivationStart(table, 'live', 12_345),
    derivationStart(table, 'test', 99),
  ])
  await mailAt(0)
  await mailAt(day)
  expect(mails).toEqual([
    {
      subject: 'Next derivation index: 12345',
      text: expect.stringContaining('of https://pay.example.com is 12345. Write it down'),
    },
  ])
  await transact(table, [derivationStart(table, 'live', 22_345)])
  await mailAt(2 * day)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Next derivation index: 12345',
    'Next derivation index: 22345',
  ])
  expect(await knownDerivationIndices(table, 'live')).toBe(22_345)
})

it('tries again if the mail could not be sent', async () => {
  const table = await testTable()
  await transact(table, [derivationStart(table, 'live', 1)])
  const deps = { table, now: () => later(0) }
  const failing = () => Promise.reject(new Error('no such topic'))
  await expect(mailNextIndex({ ...deps, mail: failing })).rejects.toThrow('no such topic')
  const subjects: string[] = []
  await mailNextIndex({ ...deps, mail: async ({ subject }) => void subjects.push(subject) })
  expect(subjects).toEqual(['Next derivation index: 1'])
})
