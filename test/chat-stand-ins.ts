import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import type { ChatKind } from '../shared/admin/sale-notices/rules/notice-destination.ts'

/** A message as a chat shows it: formats and mentions are read as its API would have read them. */
type ChatMessage = { kind: ChatKind; path: string; text: string; body: unknown }

/** How the API of a chat fails to accept a message. */
type Trouble = 'gone' | 'busy' | 'down' | 'never'

export const chatAddresses = {
  slack: 'https://hooks.slack.com/services/T0123456/B0123456/aaaabbbbccccddddeeeeffff',
  discord: `https://discord.com/api/webhooks/123456789012345678/${'A'.repeat(64)}wxyz`,
  telegram: '123456789:AAE-abcdefghijklmnopqrstuvwxyz01234',
} as const

const slackBody = z.object({ text: z.string().min(1).max(40_000) })

const discordBody = z.object({
  content: z.string().min(1).max(2_000),
  allowed_mentions: z.object({ parse: z.array(z.string()) }).optional(),
})

const telegramBody = z.object({
  chat_id: z.string(),
  text: z.string().min(1),
  parse_mode: z.enum(['HTML', 'MarkdownV2']).optional(),
})

/** Entities count as one character, and tags as none. */
const mostTelegram = 4_096

/**
 * The APIs of the three chats on this machine, with their paths, limits, status codes and words, as their references describe
 * them.
 */
export async function startChats() {
  const messages: ChatMessage[] = []
  const troubles = new Map<ChatKind, Trouble>()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const json: unknown = JSON.parse((await text(request)) || 'null')
    const kind = kindOf(pathname)
    if (!kind) return respond(response, 404, 'not found')
    const trouble = troubles.get(kind)
    if (trouble) return refuse(kind, trouble, response)
    const accepted = accept[kind](json)
    if ('error' in accepted) return respond(response, 400, accepted.error)
    messages.push({ kind, path: pathname, text: accepted.text, body: json })
    respond(response, ...responses[kind](searchParams))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const baseUrl = `http://127.0.0.1:${port}`
  return {
    hosts: { slack: baseUrl, discord: baseUrl, telegram: baseUrl },
    messages,
    sentTo: (kind: ChatKind) => messages.filter((message) => message.kind === kind),
    trouble: (kind: ChatKind, trouble: Trouble | null) => {
      if (trouble) troubles.set(kind, trouble)
      else troubles.delete(kind)
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function kindOf(path: string): ChatKind | undefined {
  if (/^\/services\/T\w+\/B\w+\/\w+$/.test(path)) return 'slack'
  if (/^\/api\/webhooks\/\d+\/[\w-]+$/.test(path)) return 'discord'
  return /^\/bot\d+:[\w-]+\/sendMessage$/.test(path) ? 'telegram' : undefined
}

function respond(response: ServerResponse, status: number, body: unknown, headers = {}) {
  const isText = typeof body === 'string'
  const type = isText ? 'text/plain' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(isText ? body : JSON.stringify(body))
}

type Accepted = { text: string } | { error: unknown }

const responses: Record<ChatKind, (query: URLSearchParams) => [status: number, body: unknown]> = {
  slack: () => [200, 'ok'],
  discord: (query) => (query.get('wait') === 'true' ? [200, { id: '1' }] : [204, '']),
  telegram: () => [200, { ok: true, result: { message_id: 1 } }],
}

const accept: Record<ChatKind, (json: unknown) => Accepted> = {
  slack: (json) => {
    const { data } = slackBody.safeParse(json)
    return data ? { text: data.text } : { error: 'no_text' }
  },
  discord: (json) => {
    const { data } = discordBody.safeParse(json)
    return data
      ? { text: data.content }
      : { error: { message: 'Invalid Form Body', code: 50035, errors: {} } }
  },
  telegram: (json) => {
    const { data } = telegramBody.safeParse(json)
    const refused = (description: string) => ({
      error: { ok: false, error_code: 400, description: `Bad Request: ${description}` },
    })
    if (!data) return refused('message text is empty')
    const shown = data.text.replaceAll(/<[^>]*>/g, '').replaceAll(/&\w+;/g, '.')
    if (shown.length > mostTelegram) return refused('message is too long')
    if (/<(?!\/?(b|code)>)|&(?!(lt|gt|amp);)/.test(data.text))
      return refused("can't parse entities")
    return data.chat_id === '-1' ? refused('chat not found') : { text: data.text }
  },
}

function refuse(kind: ChatKind, trouble: Trouble, response: ServerResponse): void {
  if (trouble === 'down') respond(response, 503, 'upstream connect error')
  else if (trouble !== 'never') refusals[kind](response, trouble)
}

const refusals: Record<ChatKind, (response: ServerResponse, trouble: 'gone' | 'busy') => void> = {
  slack: (response, trouble) =>
    trouble === 'gone'
      ? respond(response, 404, 'no_service')
      : respond(response, 429, 'rate_limited', { 'retry-after': '30' }),
  discord: (response, trouble) => {
    if (trouble === 'gone') {
      return respond(response, 404, { message: 'Unknown Webhook', code: 10015 })
    }
    const body = { message: 'You are being rate limited.', retry_after: 1_800.5, global: false }
    respond(response, 429, body, { 'retry-after': '1801' })
  },
  telegram: (response, trouble) => {
    if (trouble === 'gone') {
      const description = 'Forbidden: bot was kicked from the group chat'
      return respond(response, 403, { ok: false, error_code: 403, description })
    }
    const description = 'Too Many Requests: retry after 1200'
    const parameters = { retry_after: 1_200 }
    respond(response, 429, { ok: false, error_code: 429, description, parameters })
  },
}
