import type { VNode } from 'preact'
import { PageHead } from '../parts/page.tsx'
import { text } from '../texts/text.ts'

/** The way to the first payment. */
export function HomePage(): VNode {
  return (
    <PageHead name={text.pages.home} title={text.home.title}>
      {text.home.lead}
    </PageHead>
  )
}
