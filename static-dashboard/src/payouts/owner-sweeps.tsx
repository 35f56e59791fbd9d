import type { VNode } from 'preact'
import type { Operations } from '../operations.ts'
import { CodeBox } from '../parts/copy.tsx'
import { Section } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { money } from '../texts/money/money.ts'

type OwnerSweeps = NonNullable<Operations['get-payouts']['output']['ownerSweeps']>

/** How the owner of a watch-only instance lists and sweeps what waits. */
export function OwnerSweeps({ account, next }: OwnerSweeps): VNode {
  const list = `npm run recover -- --mode ${mode.value} --account "${account}" --next-index ${next}`
  return (
    <Section title={money.ownerSweeps.title} note={money.ownerSweeps.lead}>
      <div class="stack">
        <CodeBox title={money.ownerSweeps.list} code={list} />
        <CodeBox title={money.ownerSweeps.sweep} code={`${list} --sweep --to YOUR_ADDRESS`} />
      </div>
    </Section>
  )
}
