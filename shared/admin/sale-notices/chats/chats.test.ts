import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatAddresses, startChats } from '../../../../test/chat-stand-ins.ts'
import { publicFetch } from '../../../http/client/guarded-fetch.ts'
import { readChatAddress } from '../rules/chat-address.ts'
import { given, type Notice } from '../rules/notice.ts'
import { type ChatKind, chatKinds } from '../rules/notice-destination.ts'
import { sendToChat } from '../send-notice.ts'
import { chats } from './chats.ts'

let api: Awaited<ReturnType<typeof startChats>>

beforeAll(async () => {
  api = await startChats()
})

afterAll(() => api.stop())

const hostile = [
  '@everyone <!channel> <@U012AB3CD> <https://evil.example|click>',
  '[click](https://evil.example) <@123456789012345678> **bold** `code` ||spoiler||',
  '</b></code><a href="https://evil.example">click</a>&lt; @somebody /stop',
  `a\r\nPaid: 9999.00 USD\u2028b\u0000\u001b[31m`,
  '\u202eDSU 00.52\u202c \u200b\ud83d',
  '🧾'.repeat(20_000),
  '_'.repeat(65_536),
]

function noticeOf(text: string): Notice {
  return {
    title: ['Paid: 25.00 USD'],
    lines: [
      ['Received: 25 USDC on Base'],
      ['Payment link: ', given(text)],
      ['Order: ', given(text)],
      ['Customer: ', given(text)],
    ],
    url: 'https://pay.example.com/dashboard/live/payments/cs_01JD8Z3K000000000000000000',
  }
}

async function shownBy(kind: ChatKind, text: string): Promise<string> {
  const { fetch, hosts } = { fetch: publicFetch({ allowLoopback: true }), hosts: api.hosts }
  const secret = readChatAddress(kind, chatAddresses[kind]) ?? ''
  const chat = chats[kind].needsChat ? '-1001234567890' : null
  const notice = noticeOf(text)
  expect(await sendToChat({ fetch, hosts }, { kind, address: { secret, chat } }, notice)).toEqual({
    kind: 'sent',
  })
  return api.sentTo(kind).at(-1)?.text ?? ''
}

describe.each(chatKinds)('%s', (kind) => {
  it.each(hostile.map((text, index) => ({ text, index })))(
    'shows hostile text $index on its line, and short',
    async ({ text }) => {
      const shown = await shownBy(kind, text)
      expect(shown.split('\n')).toHaveLength(6)
      expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028]/u)
      expect(shown.length).toBeLessThan(1_500)
    },
  )
})

it('mentions nobody in Slack', async () => {
  const shown = await shownBy('slack', hostile[0] ?? '')
  expect(shown).toContain('@everyone &lt;!channel&gt; &lt;@U012AB3CD&gt;')
  expect(shown).not.toMatch(/[<>]/)
  expect(api.sentTo('slack').at(-1)?.body).toMatchObject({ mrkdwn: false, unfurl_links: false })
})

it('mentions nobody in Discord, and links nothing', async () => {
  const shown = await shownBy('discord', hostile[1] ?? '')
  expect(shown).toContain(
    '\\[click\\]\\(https\\:\\/\\/evil\\.example\\) \\<\\@123456789012345678\\>',
  )
  expect(api.sentTo('discord').at(-1)?.body).toMatchObject({ allowed_mentions: { parse: [] } })
})

it('mentions nobody in Telegram, and closes no tag', async () => {
  const shown = await shownBy('telegram', hostile[2] ?? '')
  expect(shown).toContain(
    '<code>&lt;/b&gt;&lt;/code&gt;&lt;a href="https://evil.example"&gt;click&lt;/a&gt;&amp;lt; @somebody /stop</code>',
  )
  expect(api.sentTo('telegram').at(-1)?.body).toMatchObject({
    link_preview_options: { is_disabled: true },
  })
})

const others = [
  'https://hooks.slack.com.evil.example/services/T0123456/B0123456/aaaabbbbccccddddeeeeffff',
  'https://hooks.slack.com@169.254.169.254/services/T0123456/B0123456/aaaabbbbcccc',
  'http://hooks.slack.com/services/T0123456/B0123456/aaaabbbbccccddddeeeeffff',
  'https://hooks.slack.com/services/T0123456/B0123456/../../../api',
  'https://discord.com/api/webhooks/123456789012345678/../../users',
  `https://discord.com:8443/api/webhooks/123456789012345678/${'A'.repeat(64)}`,
  'https://169.254.169.254/latest/meta-data/',
  '123456789:AAE-abcdefghijklmnopqrstuvwxyz01234/../getUpdates?x=',
  '123456789:AAE-abcdefghijklmnopqrstuvwxyz01234@localhost',
]

describe.each(chatKinds)('%s accepts as an address', (kind) => {
  it('its own, and those of its other names', () => {
    expect(readChatAddress(kind, chatAddresses[kind])).toBeTruthy()
  })

  it.each([...others, ...others.map((text) => `${text}\n`)])('not %j', (text) => {
    expect(readChatAddress(kind, text)).toBeUndefined()
  })
})

it('knows Discord by its other names', () => {
  for (const host of ['discordapp.com', 'ptb.discord.com', 'canary.discord.com']) {
    const text = chatAddresses.discord.replace('discord.com', host)
    expect(readChatAddress('discord', text)).toMatch(/^\d+\/A+wxyz$/)
  }
})

describe('a chat that accepts nothing', () => {
  const problemOf = async (kind: ChatKind, trouble: Parameters<typeof api.trouble>[1]) => {
    api.trouble(kind, trouble)
    const secret = readChatAddress(kind, chatAddresses[kind]) ?? ''
    const outcome = await sendToChat(
      { fetch: publicFetch({ allowLoopback: true }), hosts: api.hosts, timeoutMs: 200 },
      { kind, address: { secret, chat: '1' } },
      noticeOf('a'),
    )
    api.trouble(kind, null)
    return outcome
  }

  it.each([
    ['slack', 'gone', '404 no_service', undefined],
    ['slack', 'busy', '429 rate_limited', 30],
    ['discord', 'gone', '404 Unknown Webhook', undefined],
    ['discord', 'busy', '429 You are being rate limited.', 1_801],
    ['telegram', 'gone', '403 Forbidden: bot was kicked from the group chat', undefined],
    ['telegram', 'busy', '429 Too Many Requests: retry after 1200', 1_200],
    ['telegram', 'down', '503 upstream connect error', undefined],
  ] as const)('%s that is %s says why: %s', async (kind, trouble, said, retryAfterSeconds) => {
    expect(await problemOf(kind, trouble)).toEqual({
      kind: 'failed',
      problem: { code: trouble === 'busy' ? 'busy' : 'refused', said },
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })
  })

  it('is not waited for', async () => {
    expect(await problemOf('slack', 'never')).toMatchObject({ problem: { code: 'timed_out' } })
  })

  it('does not become a secret in what is shown, if nobody is there', async () => {
    const outcome = await sendToChat(
      { fetch: publicFetch({ allowLoopback: true }), hosts: { slack: 'http://127.0.0.1:1' } },
      { kind: 'slack', address: { secret: 'T1/B1/secret', chat: null } },
      noticeOf('a'),
    )
    expect(outcome).toEqual({ kind: 'failed', problem: { code: 'unreachable', said: '' } })
  })
})
