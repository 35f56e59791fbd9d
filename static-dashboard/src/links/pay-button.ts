import { textColorOn } from '../../../shared/records/settings/rules/accent-color.ts'

const green = '#0b5d4e'

/** The HTML of a button that opens a link. It needs neither a script nor a stylesheet. */
export function payButton(options: { url: string; words: string; color: string | null }): string {
  const color = options.color ?? green
  const style = [
    ...['display: inline-block', 'padding: 12px 20px', 'border-radius: 10px'],
    ...[`background: ${color}`, `color: ${textColorOn(color) ?? '#fff'}`],
    ...['font: 600 16px/24px system-ui', 'text-decoration: none'],
  ].join('; ')
  return `<a href="${escaped(options.url)}" style="${style}">${escaped(options.words)}</a>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The address of a link that carries the customer's email. */
export function prefilledUrl(url: string, email: string): string {
  return email === '' ? url : `${url}?prefill_email=${encodeURIComponent(email)}`
}
