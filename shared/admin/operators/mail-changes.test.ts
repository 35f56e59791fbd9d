import { expect, it } from 'vitest'
import { emptyInstance } from '../../../test/operator-accounts.ts'
import type { OwnerMail } from '../../aws/mail-owner.ts'
import type { Actor, AuditedAction } from '../../kernel/audit-entry.ts'
import { auditWrite } from '../../kernel/operation/audit.ts'
import { transact } from '../../kernel/store/transact.ts'
import { mailChanges } from './mail-changes.ts'
import { mailedActions } from './rules/mailed-actions.ts'

const owner: Actor = {
  kind: 'operator',
  id: 'op_1',
  email: 'owner@example.com',
  address: '203.0.113.7',
}
const stranger: Actor = { kind: 'visitor', address: '198.51.100.9' }

type Entry = {
  action: AuditedAction
  target?: string
  actor?: Actor
  mode?: 'live' | 'test'
  details?: Record<string, string>
  after?: Record<string, unknown>
}

/** Entries are added now; the schedule runs ten minutes later. */
async function fixture() {
  const { table, services, pass } = await emptyInstance('mail-changes')
  const mails: OwnerMail[] = []
  const deps = {
    ...services,
    mail: async (mail: OwnerMail) => void mails.push(mail),
    countSubscribers: async () => 1,
  }
  return {
    mails,
    deps,
    pass,
    async add(
      { action, target = 'what', actor = owner, mode = 'live', ...states }: Entry,
      times = 1,
    ) {
      const entry = { mode, actor, action, target, note: '', outcome: '', details: {}, ...states }
      const writes = Array.from({ length: times }, () => auditWrite(services, entry))
      // A transaction has at most 100.
      for (let from = 0; from < times; from += 100) {
        await transact(table, writes.slice(from, from + 100))
      }
    },
    async run() {
      pass(600)
      return (await mailChanges(deps)).reported
    },
  }
}

it('mails the changes by which somebody could get at money in one mail, once', async () => {
  const { mails, add, run } = await fixture()
  await add({ action: 'payout-wallet.set', target: 'eip155:8453' })
  await add({ action: 'network.seed', target: '8453' })
  await add({ action: 'payment-link.create' })
  // An API key can erase thousands.
  await add({ action: 'customer.erase' }, 60)
  await add({ action: 'api-key.create', target: 'ak_1', mode: 'test' })
  const key: Actor = { kind: 'api-key', id: 'key_1', name: 'shop' }
  await add({ action: 'webhook-endpoint.create', target: 'we_1', actor: key })
  expect([await run(), await run()]).toEqual([4, 0])
  expect(mails).toEqual([
    {
      subject: '4 changes that you should know of',
      text: expect.stringContaining('At https://pay.example.com:'),
    },
  ])
  expect(mails[0]?.text).toContain(
    '2026-03-01 12:00:00 UTC  Payout wallet set: eip155:8453, by owner@example.com from 203.0.113.7',
  )
  expect(mails[0]?.text).toContain('API key created (test mode): ak_1')
  expect(mails[0]?.text).toContain('Webhook endpoint created: we_1, by API key shop (key_1)')
  expect(mails[0]?.text).toContain('Networks saved at deployment: 8453')
  expect(mails[0]?.text).not.toContain('link')
  await add({ action: 'operator.invite', target: 'mia@example.com' })
  expect(await run()).toBe(1)
  expect(mails.at(-1)?.subject).toBe('Operator invited')
})

it('mails an accepted payment, which makes a shop ship, and no title of a link', async () => {
  const { mails, add, run } = await fixture()
  await add({ action: 'payment-link.change', target: 'pl_1', after: { title: 'Letters' } })
  await add({ action: 'session.accept', target: 'cs_1' })
  expect(await run()).toBe(1)
  expect(mails).toMatchObject([
    { subject: 'Payment accepted', text: expect.stringContaining('Payment accepted: cs_1, by') },
  ])
})

it('mails each price and target of a link that an operator changes', async () => {
  const { mails, add, run } = await fixture()
  await add({
    action: 'payment-link.change',
    target: 'pl_1',
    after: { successUrl: 'https://a.example' },
  })
  expect(await run()).toBe(1)
  expect(mails).toMatchObject([
    {
      subject: 'Price or target of a payment link changed',
      text: expect.stringContaining('a payment link changed: pl_1, by owner@example.com'),
    },
  ])
})

it('mails prices of links that an API key changes all day at most once an hour, as a number for each key', async () => {
  const { mails, add, run } = await fixture()
  const key = (id: string): Actor => ({ kind: 'api-key', id, name: 'Lädchen' })
  const change = { action: 'payment-link.change', after: { fiatAmount: '0.01' } } as const
  await add({ ...change, target: 'pl_1', actor: key('key_1') })
  expect(await run()).toBe(1)
  expect(mails[0]?.subject).toBe('Price or target of a payment link changed')
  for (let minute = 0; minute < 120; minute += 10) {
    await add({ ...change, target: 'pl_1', actor: key('key_1') }, 20)
    await add({ ...change, target: 'pl_2', actor: key('key_2') }, minute === 0 ? 1 : 0)
    await run()
  }
  expect(mails.length).toBe(3)
  expect(mails[1]?.text).toContain('changed, by API key Lädchen (key_1): 120\n')
  expect(mails[1]?.text).toContain('changed, by API key Lädchen (key_2): 1\n')
  await add({ ...change, target: 'pl_1', actor: key('key_1') }, 60)
  await add({ action: 'payout-wallet.set' })
  await run()
  expect(mails.at(-1)?.text).toContain('Payout wallet set: what')
})

it('mails a sign-in from a new browser, and no other', async () => {
  const { mails, add, run } = await fixture()
  await add({ action: 'account.sign-in', target: 'owner@example.com' })
  expect(await run()).toBe(0)
  const details = { browser: 'new' }
  await add({ action: 'account.sign-in', target: 'owner@example.com', details })
  expect(await run()).toBe(1)
  expect(mails.map(({ subject }) => subject)).toEqual(['Sign-in from a new browser'])
})

it('leaves an entry that has just got its id to the next run, since an older one may still be stored', async () => {
  const { mails, deps, add, pass, run } = await fixture()
  await add({ action: 'payout-wallet.set' })
  pass(60)
  await mailChanges(deps)
  expect(mails).toEqual([])
  expect(await run()).toBe(1)
})

it('mails what strangers try at most once an hour, as a number, and without their words', async () => {
  const { mails, add, run } = await fixture()
  for (let minute = 0; minute < 120; minute += 10) {
    await add({ action: 'account.sign-in-paused', target: 'https://evil.example', actor: stranger })
    await run()
  }
  expect(mails.length).toBe(2)
  expect(mails[1]?.text).toContain('Sign-in paused after wrong passwords: 6')
  expect(mails.map(({ text }) => text).join()).not.toContain('evil')
  await add({ action: 'payout-wallet.set' })
  await run()
  expect(mails.length).toBe(3)
})

it('is not silenced by a flood of harmless changes', async () => {
  const { mails, add, run } = await fixture()
  await add({ action: 'payout-wallet.set' })
  await add({ action: 'customer.change' }, 1_001)
  await run()
  expect(mails[0]?.text).toContain('There were more than a thousand entries')
})

it('mails what came before the prices of a night, however many these are', async () => {
  const { mails, add, run } = await fixture()
  await add({ action: 'payout-wallet.set' })
  const actor: Actor = { kind: 'api-key', id: 'key_1' }
  await add({ action: 'payment-link.change', after: { fiatAmount: '9' }, actor }, 1_001)
  await run()
  expect(mails[0]?.text).toContain('Payout wallet set')
  expect(mails[0]?.text).not.toContain('There were more than a thousand entries')
})

it('mails again what could not be sent', async () => {
  const { mails, deps, add, pass, run } = await fixture()
  await add({ action: 'webhook-endpoint.create', target: 'we_1' })
  pass(600)
  const failing = () => Promise.reject(new Error('no such topic'))
  await expect(mailChanges({ ...deps, mail: failing })).rejects.toThrow('no such topic')
  expect(await run()).toBe(1)
  expect(mails[0]?.subject).toBe('Webhook endpoint created')
})

it('keeps what an operator typed on its line', async () => {
  const { mails, add, run } = await fixture()
  await add({ action: 'operator.invite', target: `a@b.example\r\n\r\n${'x'.repeat(5_000)}` })
  await run()
  expect(mails[0]?.text).toContain('Operator invited: a@b.example xxx')
  expect(mails[0]?.text.length).toBeLessThan(1_000)
})

it('has subjects as SNS takes them', () => {
  const subjects = Object.values(mailedActions).filter((subject) => subject !== null)
  expect(subjects.length).toBeGreaterThan(30)
  for (const subject of subjects) expect(subject).toMatch(/^[A-Z][\x20-\x7e]{1,99}$/)
})
