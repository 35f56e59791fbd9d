import { textOf } from '../rules/notice.ts'
import type { Chat } from './chat.ts'

/** An incoming webhook. https://api.slack.com/messaging/webhooks */
export const slack: Chat = {
  title: 'Slack',
  baseUrl: 'https://hooks.slack.com',
  needsChat: false,
  message: ({ secret }, { title, lines, url }) => ({
    path: `/services/${secret}`,
    body: {
      text: [title, ...lines]
        .map((line) => textOf(line, harmless))
        .concat(url)
        .join('\n'),
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    },
  }),
  hasAccepted: (body) => body.trim() === 'ok',
  readRefusal: (body) => ({ said: body }),
}

/** `<!channel>` and the like begin with one of the three characters that Slack gives a meaning to. */
function harmless(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
