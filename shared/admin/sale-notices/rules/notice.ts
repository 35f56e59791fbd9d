import { oneLine } from '../../../kernel/one-line.ts'
import type { NoticeProgress } from './notice-destination.ts'

/** A piece of a line: our words, or a text from somebody else, which each chat has to escape. */
export type NoticePart = string | { given: string }

export type Notice = {
  title: readonly NoticePart[]
  lines: readonly (readonly NoticePart[])[]
  /** The payment or the list in the dashboard. */
  url: string
}

/** A notice, and the progress to note once it was accepted. */
export type DueNotice = { notice: Notice; noted: Partial<NoticeProgress> }

const mostGiven = 100

/** A text from somebody else, on one line and of a limited length. */
export function given(text: string): NoticePart {
  return { given: oneLine(text, mostGiven) }
}

/** A line or a title as text; `harmless` escapes texts from somebody else. */
export function textOf(
  parts: readonly NoticePart[],
  harmless: (text: string) => string = (text) => text,
): string {
  return parts.map((part) => (typeof part === 'string' ? part : harmless(part.given))).join('')
}
