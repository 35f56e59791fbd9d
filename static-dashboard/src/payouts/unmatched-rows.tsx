import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Time } from '../parts/time.tsx'
import { notForViewers } from '../service/role.ts'
import { money } from '../texts/money/money.ts'
import { Resolve } from './resolve.tsx'
import type { Unmatched } from './unmatched.ts'

type Props = { rows: readonly Unmatched[]; reload: () => Promise<void> }

export function UnmatchedRows({ rows, reload }: Props): VNode {
  const [chosen, setChosen] = useState<Unmatched>()
  return (
    <>
      <ul class="rows">
        {rows.map((row) => (
          <li key={row.cursor}>
            <div>
              <h3>
                {row.title}
                <small class="quiet">
                  <Time at={row.seenAt} />
                </small>
              </h3>
              <p>{row.why}</p>
            </div>
            <Button kind="soft" reason={notForViewers()} onClick={() => setChosen(row)}>
              {money.payouts.resolve}
              <span class="visually-hidden"> {row.title}</span>
            </Button>
          </li>
        ))}
      </ul>
      {chosen && (
        <Resolve
          unmatched={chosen}
          onClose={() => {
            setChosen(undefined)
            void reload()
          }}
        />
      )}
    </>
  )
}
