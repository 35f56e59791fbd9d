import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { instanceWebhookHarness, startReceiver } from '../../../test/instance-webhook-fixture.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import { pageAuditEntries } from '../../kernel/store/audit-log.ts'
import { mailChanges } from '../operators/mail-changes.ts'
import { operatorKeys } from '../operators/store/keys.ts'
import { setInstanceWebhook } from './set-instance-webhook.ts'
import { showInstanceWebhook } from './show-instance-webhook.ts'

const types = ({ messages }: Awaited<ReturnType<typeof startReceiver>>) =>
  messages.map(({ event }) => event.type)

const told = ({ messages }: Awaited<ReturnType<typeof startReceiver>>) =>
  messages.flatMap(({ event }) => event.data.changes.map(({ action }) => action))

describe('the instance webhook', () => {
  it('is sent what the mail says, signed with the secret that was shown once', async () => {
    const { set, add, tell, deliver, mails, verify, deps } = await instanceWebhookHarness()
    const receiver = await startReceiver()
    const { secret } = await set(receiver.url)
    await deliver()
    expect(types(receiver)).toEqual(['instance.test'])
    await tell()
    await add({ action: 'payout-wallet.set', target: 'eip155:8453' })
    await add({ action: 'account.wrong-code', target: 'typed by a stranger' }, 3)
    await tell()
    const [, , message] = receiver.messages
    expect(message?.event).toMatchObject({
      object: 'event',
      type: 'instance.changed',
      livemode: true,
      data: {
        object: 'instance_changes',
        instance: 'https://pay.example.com',
        changes: [
          {
            action: 'payout-wallet.set',
            summary: 'Payout wallet set',
            livemode: true,
            target: 'eip155:8453',
            actor: { kind: 'operator', id: 'op_1', name: 'owner@example.com from 203.0.113.7' },
          },
        ],
        attempts: [{ action: 'account.wrong-code', count: 3 }],
        more: 0,
        complete: true,
        subscribers: 1,
      },
    })
    expect(message?.body).not.toContain('stranger')
    expect(mails.at(-1)?.text).toContain('Payout wallet set: eip155:8453, by owner@example.com')
    if (!message) throw new Error('there is no message')
    expect(await verify(message, secret)).toEqual(message.event)
    await expect(verify(message, `${secret.slice(0, -4)}AAA=`)).rejects.toThrow('No signature')
    const { webhook } = await runAsOperator(showInstanceWebhook, deps, {})
    expect(webhook).toMatchObject({
      url: receiver.url,
      failingSince: null,
      lastOutcome: 200,
    })
    expect(JSON.stringify(webhook)).not.toContain(secret.slice(12))
  })

  it('holds no secret, and nothing of customers: neither notes nor what was before and after', async () => {
    const { set, add, tell } = await instanceWebhookHarness()
    const receiver = await startReceiver()
    const { secret } = await set(receiver.url)
    const private_ = { note: 'ada@shop.example', details: { of: 'ada@shop.example' } }
    await add({
      action: 'refund.create',
      target: 're_1',
      ...private_,
      before: { email: 'ada@shop.example' },
      after: { reason: 'ada@shop.example' },
    })
    await tell()
    const sent = receiver.messages.map(({ body }) => body).join()
    expect(told(receiver)).toEqual(['refund.create', 'webhook-endpoint.create'])
    for (const hidden of ['ada@', secret.slice(12), 'of-the-receiver']) {
      expect(sent).not.toContain(hidden)
    }
  })

  it('is sent a few messages about thousands of changes in an hour', async () => {
    const { set, add, tell, deliver, pass, mails } = await instanceWebhookHarness()
    const receiver = await startReceiver()
    await set(receiver.url)
    for (let run = 0; run < 6; run++) {
      await add(
        { action: 'webhook-endpoint.change', target: 'x'.repeat(5_000) },
        run > 0 ? 60 : 1_100,
      )
      await tell()
    }
    for (let minute = 0; minute < 5; minute++) {
      pass(60)
      await deliver()
    }
    expect(receiver.messages.length).toBe(7)
    expect(mails.length).toBe(6)
    const cut = receiver.messages.filter(({ event }) => !event.data.complete)
    expect(cut.map(({ event }) => event.data.changes.length)).toEqual([50])
    for (const { body } of receiver.messages) expect(body.length).toBeLessThan(32_000)
  })

  it('is sent a message once by workers at the same time', async () => {
    const { set, deliver } = await instanceWebhookHarness()
    const receiver = await startReceiver()
    await set(receiver.url)
    await Promise.all([deliver(), deliver(), deliver()])
    expect(types(receiver)).toEqual(['instance.test'])
  })

  it('gets another secret, and the old one signs for a day as well', async () => {
    const { set, deliver, tell, pass, verify, add } = await instanceWebhookHarness()
    const receiver = await startReceiver()
    const old = await set(receiver.url)
    await deliver()
    pass(60)
    const { secret } = await set(receiver.url)
    await tell()
    for (const message of receiver.messages.slice(1)) {
      await verify(message, old.secret)
      await verify(message, secret)
    }
    pass(24 * 3600)
    await add({ action: 'operator.invite', target: 'mia@example.com' })
    await tell()
    const last = receiver.messages.at(-1)
    if (!last) throw new Error('there is no message')
    await verify(last, secret)
    await expect(verify(last, old.secret)).rejects.toThrow('No signature')
  })
})

describe('once nobody is subscribed to the mails', () => {
  const counts = ({ messages }: Awaited<ReturnType<typeof startReceiver>>) =>
    messages.map(({ event }) => event.data.subscribers)

  async function silenced() {
    const harness = await instanceWebhookHarness()
    const receiver = await startReceiver()
    await harness.set(receiver.url)
    await harness.tell()
    receiver.messages.length = 0
    harness.subscribed.count = 0
    await harness.tell()
    return { ...harness, receiver }
  }

  it('the instance webhook is sent that, also if nothing else was changed, and once', async () => {
    const { tell, add, receiver } = await silenced()
    expect(receiver.messages.map(({ event }) => event)).toMatchObject([
      { type: 'instance.changed', data: { changes: [], attempts: [], subscribers: 0 } },
    ])
    await tell()
    expect(receiver.messages).toHaveLength(1)
    await add({ action: 'payout-wallet.set', target: 'eip155:8453' })
    await tell()
    expect(counts(receiver)).toEqual([0, 0])
  })

  it('it is sent that again if somebody was subscribed in between', async () => {
    const { tell, subscribed, receiver } = await silenced()
    for (const count of [2, 0, null, 0]) {
      subscribed.count = count
      await tell()
    }
    expect(counts(receiver)).toEqual([0, 0])
  })

  it('it is sent that later if it could not be stored, and changes if nobody can be counted', async () => {
    const { deps, set, add, tell, deliver, pass, subscribed } = await instanceWebhookHarness()
    const receiver = await startReceiver()
    await set(receiver.url)
    await tell()
    receiver.messages.length = 0
    subscribed.count = 0
    const randomBytes = () => {
      throw new Error('no entropy')
    }
    pass(600)
    await expect(mailChanges({ ...deps, randomBytes })).rejects.toThrow('no entropy')
    await tell()
    expect(counts(receiver)).toEqual([0])
    await add({ action: 'payout-wallet.set', target: 'eip155:8453' })
    pass(600)
    const countSubscribers = () => Promise.reject(new Error('not allowed'))
    await expect(mailChanges({ ...deps, countSubscribers })).rejects.toThrow('not allowed')
    await deliver()
    expect(counts(receiver)).toEqual([0, null])
  })
})

describe('mail and webhook', () => {
  const change = { action: 'payout-wallet.set', target: 'eip155:8453' } as const
  const changes = (receiver: Parameters<typeof told>[0]) =>
    told(receiver).filter((action) => action === change.action).length

  /** Both have reported the webhook itself; then something is changed. */
  async function changed() {
    const harness = await instanceWebhookHarness()
    const receiver = await startReceiver()
    await harness.set(receiver.url)
    await harness.tell()
    harness.mails.length = 0
    await harness.add(change)
    harness.pass(600)
    return { ...harness, receiver }
  }

  it('do not wait for the mail, which follows once it can be sent', async () => {
    const { deps, deliver, pass, tell, mails, receiver } = await changed()
    const mail = () => Promise.reject(new Error('no such topic'))
    for (let run = 0; run < 3; run += 1) {
      await expect(mailChanges({ ...deps, mail })).rejects.toThrow('no such topic')
      await deliver()
      expect(changes(receiver)).toBe(1)
      pass(600)
    }
    await tell()
    await tell()
    expect(mails.map(({ subject }) => subject)).toEqual(['Payout wallet set'])
    expect(changes(receiver)).toBe(1)
  })

  it('do not wait for the webhook, which follows once its messages can be stored', async () => {
    const { deps, pass, tell, mails, receiver } = await changed()
    const randomBytes = () => {
      throw new Error('no entropy')
    }
    for (let run = 0; run < 3; run += 1) {
      await expect(mailChanges({ ...deps, randomBytes })).rejects.toThrow('no entropy')
      expect(mails.map(({ subject }) => subject)).toEqual(['Payout wallet set'])
      pass(600)
    }
    await tell()
    await tell()
    expect(mails).toHaveLength(1)
    expect(changes(receiver)).toBe(1)
  })

  it('are sent once if the process dies between them', async () => {
    const { deps, deliver, tell, mails, receiver } = await changed()
    await new Promise<void>((resolve) => {
      const mail = () => {
        resolve()
        return new Promise<void>(() => {})
      }
      void mailChanges({ ...deps, mail })
    })
    await deliver()
    expect(changes(receiver)).toBe(1)
    await tell()
    expect(mails).toHaveLength(1)
    expect(changes(receiver)).toBe(1)
  })

  it('continue at the same entry after release 0.2.0, which had one position for both', async () => {
    const { table, tell, mails, receiver } = await changed()
    await tell()
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: operatorKeys.ownerMail(),
        UpdateExpression: 'REMOVE postedUntil, postedAt',
      }),
    )
    await tell()
    expect(mails).toHaveLength(1)
    expect(changes(receiver)).toBe(1)
  })
})

describe('a receiver', () => {
  it('that fails for days is sent each message six times, and the mails say since when', async () => {
    const { set, add, deliver, tell, pass, mails, deps } = await instanceWebhookHarness()
    const receiver = await startReceiver(500)
    await set(receiver.url)
    await deliver()
    const isOver = () => receiver.messages.filter(({ event }) => event.type === 'instance.test')
    for (let hour = 0; hour < 48; hour += 1) {
      pass(3600)
      await deliver()
    }
    expect(isOver()).toHaveLength(6)
    await add({ action: 'operator.invite', target: 'mia@example.com' })
    await tell()
    expect(mails.at(-1)?.text).toContain(
      'Your instance webhook has accepted no message since 2026-03-01 12:00:00 UTC.',
    )
    // It isn't disabled, so it hears of changes as soon as it is back.
    receiver.chosen.status = 200
    pass(120)
    await deliver()
    expect(told(receiver)).toContain('operator.invite')
    const { webhook } = await runAsOperator(showInstanceWebhook, deps, {})
    expect(webhook).toMatchObject({ failingSince: null })
  })

  it('that responds with 410 is not disabled, because nobody would hear of it', async () => {
    const { set, add, tell, deliver, pass } = await instanceWebhookHarness()
    const receiver = await startReceiver(410)
    await set(receiver.url)
    await deliver()
    receiver.chosen.status = 200
    await add({ action: 'operator.invite', target: 'mia@example.com' })
    await tell()
    pass(60)
    await deliver()
    expect(told(receiver)).toContain('operator.invite')
  })

  it('that hangs delays no other', async () => {
    const { set, tell, deliver } = await instanceWebhookHarness()
    const hanging = await startReceiver('hang')
    const receiver = await startReceiver()
    await set(hanging.url)
    await set(receiver.url)
    await tell()
    expect(types(receiver)).toEqual(['instance.test', 'instance.changed'])
    expect(hanging.messages.length).toBe(2)
    await deliver()
    expect(receiver.messages.length).toBe(2)
  })

  it('that is replaced is still notified of that, and of what happened before, but not of what happens after', async () => {
    const { set, add, tell, table } = await instanceWebhookHarness()
    const [old, next] = [await startReceiver(), await startReceiver()]
    await set(old.url)
    await tell()
    await add({ action: 'payout-wallet.set', target: 'eip155:8453' })
    await set(next.url)
    await tell()
    expect(told(old).slice(-2)).toEqual(['webhook-endpoint.change', 'payout-wallet.set'])
    expect(told(next)).toEqual(['webhook-endpoint.change', 'payout-wallet.set'])
    await add({ action: 'operator.invite', target: 'mia@example.com' })
    await tell()
    expect(told(old)).not.toContain('operator.invite')
    expect(told(next)).toContain('operator.invite')
    const { items } = await pageAuditEntries(table, { mode: 'live' }, { limit: 10 })
    const change = items.find(({ action }) => action === 'webhook-endpoint.change')
    expect(change).toMatchObject({
      target: 'instance-webhook',
      before: { origin: new URL(old.url).origin },
      after: { origin: new URL(next.url).origin },
    })
    expect(JSON.stringify(items)).not.toContain('of-the-receiver')
  })

  it('that is removed is still notified of that, as is the mail', async () => {
    const { set, remove, tell, mails } = await instanceWebhookHarness()
    const receiver = await startReceiver()
    await set(receiver.url)
    await tell()
    await remove()
    await expect(remove()).rejects.toMatchObject({ code: 'resource_not_found' })
    await tell()
    expect(told(receiver)[1]).toBe('webhook-endpoint.delete')
    expect(mails.at(-1)?.text).toContain('Webhook endpoint deleted: instance-webhook, by owner@')
  })

  it('is never forgotten before it was notified, however often it is replaced', async () => {
    const { set, pass } = await instanceWebhookHarness()
    for (let change = 0; change <= 20; change++) await set(`https://r${change}.example/`)
    await expect(set('https://another.example/')).rejects.toMatchObject({ code: 'state_changed' })
    pass(3 * 86_400)
    await set('https://another.example/')
  })

  it.each([
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[::ffff:127.0.0.1]/',
    'https://db.internal/',
    'http://hooks.example/',
  ])('has a public address: not %s', async (url) => {
    const { deps } = await instanceWebhookHarness()
    const strict = { ...deps, urlRules: { allowLoopback: false } }
    await expect(runAsOperator(setInstanceWebhook, strict, { url })).rejects.toMatchObject({
      code: 'parameter_invalid',
    })
  })
})
