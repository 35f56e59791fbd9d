import * as z from 'zod'
import { parseJson } from '../../../chain/notifiers/parse-json.ts'
import { textOf } from '../rules/notice.ts'
import type { Chat } from './chat.ts'

const refusal = z.object({
  description: z.string(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
})

/** A bot, which writes to a chat that it is in. https://core.telegram.org/bots/api#sendmessage */
export const telegram: Chat = {
  title: 'Telegram',
  baseUrl: 'https://api.telegram.org',
  needsChat: true,
  message: ({ secret, chat }, { title, lines, url }) => ({
    path: `/bot${secret}/sendMessage`,
    body: {
      chat_id: chat,
      text: [`<b>${textOf(title, harmless)}</b>`, ...lines.map((line) => textOf(line, harmless))]
        .concat(url)
        .join('\n'),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    },
  }),
  hasAccepted: (body) => /^\s*\{\s*"ok"\s*:\s*true/.test(body),
  readRefusal: (body) => {
    const { data } = refusal.safeParse(parseJson(Buffer.from(body)))
    if (!data) return { said: body }
    return { said: data.description, retryAfterSeconds: data.parameters?.retry_after }
  },
}

/** Formats text as code, where Telegram recognizes no mentions, commands or links. */
function harmless(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<code>${escaped}</code>`
}
