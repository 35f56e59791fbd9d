import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Loaded } from '../parts/page.tsx'
import { ownersOnly } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { notices } from '../texts/notices/notices.ts'
import { AddDestination } from './add-destination.tsx'
import { DestinationRow } from './destination-row.tsx'

type Props = { mode: Operations['add-notice-destination']['input']['mode'] }

export function NoticeDestinations({ mode }: Props): VNode {
  const list = useQuery('list-notice-destinations', { mode })
  const [isAdding, setAdding] = useState(false)
  const changed = () => void list.reload()
  return (
    <div class="stack">
      <Loaded query={list} rows={1}>
        {({ destinations }) =>
          destinations.length === 0 ? (
            <p class="quiet">{notices.none}</p>
          ) : (
            <ul class="rows">
              {destinations.map((each) => (
                <DestinationRow key={each.id} destination={each} onChanged={changed} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <div class="actions">
        <Button icon="plus" reason={ownersOnly()} onClick={() => setAdding(true)}>
          {notices.add}
        </Button>
      </div>
      {isAdding && (
        <AddDestination
          mode={mode}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false)
            changed()
          }}
        />
      )}
    </div>
  )
}
