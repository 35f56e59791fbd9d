import * as z from 'zod'
import { parseJson } from '../../../chain/notifiers/parse-json.ts'
import { textOf } from '../rules/notice.ts'
import type { Chat } from './chat.ts'

/** Discord's limit; notices are far below it. */
const mostCharacters = 2_000

/** Links are shown without a preview. */
const suppressEmbeds = 4

const refusal = z.object({ message: z.string(), retry_after: z.number().optional() })

/** A webhook of a channel. https://discord.com/developers/docs/resources/webhook#execute-webhook */
export const discord: Chat = {
  title: 'Discord',
  baseUrl: 'https://discord.com',
  needsChat: false,
  message: ({ secret }, { title, lines, url }) => ({
    // Without `wait`, a message that is not stored would count as sent.
    path: `/api/webhooks/${secret}?wait=true`,
    body: {
      content: [title, ...lines]
        .map((line) => textOf(line, harmless))
        .concat(url)
        .join('\n')
        .slice(0, mostCharacters),
      allowed_mentions: { parse: [] },
      flags: suppressEmbeds,
    },
  }),
  hasAccepted: () => true,
  readRefusal: (body) => {
    const { data } = refusal.safeParse(parseJson(Buffer.from(body)))
    return data ? { said: data.message, retryAfterSeconds: data.retry_after } : { said: body }
  },
}

/** Escapes every character that Discord could interpret as a mention, a link or a format. */
function harmless(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}
