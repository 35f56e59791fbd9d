import { oneLine } from '../../../kernel/one-line.ts'
import type { NoticeProgress } from './notice-destination.ts'

/** A piece of a line: our words, or what somebody else typed, which each chat has to keep from meaning anything. */
export type NoticePart = string | { given: string }

/** What a notice says, whatever way it is sent. */
export type Notice = {
  title: readonly NoticePart[]
  lines: readonly (readonly NoticePart[])[]
  /** Of the payment or the list in the dashboard. */
  url: string
}

/** A notice, and what is noted once it was accepted. */
export type DueNotice = { notice: Notice; noted: Partial<NoticeProgress> }

const mostGiven = 100

/** What somebody typed, on one line and of a bounded length. */
export function given(text: string): NoticePart {
  return { given: oneLine(text, mostGiven) }
}

/** A line or a title as text; `harmless` changes what somebody else typed. */
export function textOf(
  parts: readonly NoticePart[],
  harmless: (text: string) => string = (text) => text,
): string {
  return parts.map((part) => (typeof part === 'string' ? part : harmless(part.given))).join('')
}
