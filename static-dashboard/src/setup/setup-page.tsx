import type { VNode } from 'preact'
import { Alone } from '../sign-in/alone.tsx'
import { text } from '../texts/text.ts'

export function SetupPage(): VNode {
  return <Alone name={text.signIn.title}>{null}</Alone>
}
