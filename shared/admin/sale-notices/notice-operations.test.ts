import { expect, it } from 'vitest'
import { chatAddresses } from '../../../test/chat-stand-ins.ts'
import { noticeFixture } from '../../../test/notice-fixture.ts'
import { actor, runAsOperator } from '../../../test/run-as-operator.ts'
import { pageAuditEntries } from '../../kernel/store/audit-log.ts'
import { addNoticeDestination } from './add-notice-destination.ts'
import { changeNoticeDestination } from './change-notice-destination.ts'
import { listNoticeDestinations } from './list-notice-destinations.ts'
import { removeNoticeDestination } from './remove-notice-destination.ts'
import { destinationKinds } from './rules/notice-destination.ts'
import { listDestinations } from './store/notice-destinations.ts'
import { testNoticeDestination } from './test-notice-destination.ts'

const choices = { language: 'en', about: ['paid'], withEmail: false, summary: 'off' } as const

function adding(input: Record<string, string>) {
  return { mode: 'test', ...choices, about: [...choices.about], ...input } as Parameters<
    typeof addNoticeDestination.run
  >[1]['input']
}

it('sends a test message first, and stores nothing if it is refused', async () => {
  const { services, chats, table } = await noticeFixture()
  const slack = adding({ kind: 'slack', address: chatAddresses.slack })
  chats.trouble('slack', 'gone')
  await expect(runAsOperator(addNoticeDestination, services, slack)).rejects.toMatchObject({
    code: 'parameter_invalid',
    param: 'address',
    message: 'The test message was refused: 404 no_service. Copy the address again.',
  })
  chats.trouble('slack', 'busy')
  await expect(runAsOperator(addNoticeDestination, services, slack)).rejects.toMatchObject({
    code: 'timed_out',
  })
  expect(await listDestinations(table, 'test')).toEqual([])
  chats.trouble('slack', null)
  await runAsOperator(addNoticeDestination, services, slack)
  expect(chats.sentTo('slack').map(({ text }) => text.split('\n')[0])).toEqual([
    'Test: Sale notices',
  ])
})

it('shows no address to anybody, and keeps it sealed', async () => {
  const { services, add, table } = await noticeFixture()
  for (const kind of destinationKinds) await add(kind)
  const secrets = ['ddddeeeeffff', `${'A'.repeat(20)}`, 'AAE-abcdef']
  const seen = [
    await runAsOperator(listNoticeDestinations, services, {}),
    (await pageAuditEntries(table, { mode: 'test' }, { limit: 50 })).items,
  ]
  const text = JSON.stringify(seen)
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(text).toContain('…ffff')
})

it.each([
  [{ kind: 'slack', address: 'https://example.com/hook' }, 'Slack needs the URL'],
  [{ kind: 'discord', address: chatAddresses.slack }, 'Discord needs the URL'],
  [{ kind: 'telegram', address: '12:ab', chat: '1' }, 'Telegram needs the token'],
  [{ kind: 'telegram', address: chatAddresses.telegram }, 'Telegram needs the id of a chat'],
  [{ kind: 'telegram', address: chatAddresses.telegram, chat: 'me' }, 'the id of a chat'],
  [{ kind: 'slack', address: chatAddresses.slack, chat: '1' }, 'Leave chat out'],
  [{ kind: 'slack' }, 'Slack needs the URL'],
  [{ kind: 'mail', address: 'ada@example.com' }, 'Mails go to the addresses of the alarms'],
])('refuses %j, and says what to do', async (input, message) => {
  const { services } = await noticeFixture()
  const added = runAsOperator(addNoticeDestination, services, adding(input))
  await expect(added).rejects.toThrow(message)
})

it('has mails once and ten destinations in each mode', async () => {
  const { services, add } = await noticeFixture()
  await add('mail')
  await add('mail', { mode: 'live' })
  await expect(add('mail')).rejects.toThrow('Mails of sales are on in test mode already.')
  for (let count = 0; count < 9; count++) await add('slack')
  await expect(add('slack')).rejects.toThrow('Remove one first')
  const { destinations } = await runAsOperator(listNoticeDestinations, services, {})
  expect(destinations).toHaveLength(11)
})

it('changes what a destination gets, and turns it off', async () => {
  const { services, add, sell, run, shown } = await noticeFixture()
  const { id } = await add('slack')
  const change = { id, about: ['late' as const], language: 'de' as const }
  await runAsOperator(changeNoticeDestination, services, change)
  await sell()
  expect(await run()).toBe(0)
  await sell({ type: 'session.paid_late' })
  expect(await run()).toBe(1)
  await runAsOperator(changeNoticeDestination, services, { id, on: false })
  expect(await shown()).toMatchObject({ status: 'off', about: ['late'], problem: null })
  await sell({ type: 'session.paid_late' })
  expect(await run()).toBe(0)
  await expect(runAsOperator(changeNoticeDestination, services, { id })).rejects.toThrow(
    'Name at least one of',
  )
})

it('says why a test message was refused', async () => {
  const { services, chats, add } = await noticeFixture()
  const { id } = await add('telegram')
  chats.trouble('telegram', 'gone')
  expect(await runAsOperator(testNoticeDestination, services, { id })).toMatchObject({
    sent: false,
    destination: { problem: { said: '403 Forbidden: bot was kicked from the group chat' } },
  })
})

it('is in the audit log with who did it, and is gone once it is removed', async () => {
  const { services, table, add } = await noticeFixture()
  const { id } = await add('discord')
  await runAsOperator(removeNoticeDestination, services, { id })
  const { items } = await pageAuditEntries(table, { mode: 'test' }, { limit: 50 })
  expect(items.map(({ action, target, actor: by }) => ({ action, target, by }))).toEqual(
    ['notices.remove', 'notices.add'].map((action) => ({ action, target: id, by: actor })),
  )
  for (const again of [
    () => runAsOperator(removeNoticeDestination, services, { id }),
    () => runAsOperator(testNoticeDestination, services, { id }),
  ]) {
    await expect(again()).rejects.toMatchObject({ code: 'resource_not_found' })
  }
})
