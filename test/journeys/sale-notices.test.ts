import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operate } from '../../infra/operate/operate.ts'
import { operatorFunctions } from '../../infra/operate/operator-functions.ts'
import { chatAddresses, startChats } from '../chat-stand-ins.ts'
import { eventually } from '../eventually.ts'
import { type RunningInstance, startInstance } from '../instance.ts'
import { pay } from './customer.ts'
import { merchant } from './merchant.ts'
import { localPace, localTarget } from './target.ts'

let chats: Awaited<ReturnType<typeof startChats>>
let running: RunningInstance

beforeAll(async () => {
  chats = await startChats()
  running = await startInstance({
    env: {
      CHAT_HOSTS: JSON.stringify(chats.hosts),
      BLOCK_TIME_SECONDS: '0.5',
      RECHECK_DELAY_SECONDS: '1',
      CONFIRMATIONS: '2',
      SCHEDULE_SECONDS: '2',
    },
  })
}, 300_000)

afterAll(async () => {
  await running?.stop()
  await chats?.stop()
})

/** In the terminal of the machine, with the address of a chat as a variable. */
function inTerminal(args: readonly string[], address?: string): Promise<string> {
  const variables = address === undefined ? {} : { NOTICE_ADDRESS: address }
  const { dataDir } = running
  return operate(() => operatorFunctions({ dataDir, functionPrefix: undefined }), args, {
    variables,
    readLine: async () => '',
  })
}

it('a payment is reported by mail and in each chat that works, in its mode alone', async () => {
  const add = (kind: keyof typeof chatAddresses, ...more: string[]) =>
    inTerminal(['notices', 'add', '--mode', 'test', '--kind', kind, ...more], chatAddresses[kind])
  await inTerminal(['notices', 'add', '--mode', 'test', '--kind', 'mail'])
  await inTerminal(['notices', 'add', '--mode', 'live', '--kind', 'slack'], chatAddresses.slack)
  await add('discord')
  await add('telegram', '--chat', '-1001234567890', '--language', 'de')
  chats.trouble('discord', 'never')
  const target = localTarget(running)
  const shop = merchant(running.baseUrl, running.instance.apiKeys.test, localPace)
  const amount = { value: '12.50', currency: 'USD' }
  const session = await shop.createSession({ amount, asset: 'USDC', metadata: { order: 'A-17' } })
  await pay(target, session)
  await shop.reaches(session.id, 'paid')
  const url = `${running.baseUrl}/dashboard/test/payments/${session.id}`
  const told = await eventually(
    async () => chats.sentTo('telegram').map(({ text }) => text),
    (texts) => texts.length === 2,
    { what: 'the notice in Telegram' },
  )
  expect(told[1]).toMatch(/^<b>Test: Bezahlt: 12\.50 USD<\/b>\nEingegangen: 12\.5 USDC auf /)
  expect(told[1]).toContain(`Bestellung: <code>A-17</code>\n${url}`)
  const mails = await eventually(
    () => readFile(join(running.dataDir, 'owner-mails.txt'), 'utf8'),
    (text) => text.includes('Subject: Test: Paid: 12.50 USD'),
    { what: 'the mail' },
  )
  expect(mails).toContain(url)
  const listed = await eventually(
    () => inTerminal(['notices', 'list', '--mode', 'test']),
    (text) => text.includes('timed_out'),
    { what: 'that Discord does not respond' },
  )
  for (const secret of Object.values(chatAddresses)) expect(listed).not.toContain(secret.slice(-12))
  expect(chats.sentTo('slack')).toHaveLength(1)
}, 180_000)
