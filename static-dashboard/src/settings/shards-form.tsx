import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { mostShards } from '../../../shared/kernel/index-shards.ts'
import { fill } from '../../../shared/kernel/template.ts'
import { exactTime } from '../format.ts'
import { now } from '../now.ts'
import { Form } from '../parts/form.tsx'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import { NumberField } from './number-fields.tsx'
import type { SettingsProps } from './settings.ts'

/** Over how many shards new payments are spread, which can only grow. */
export function ShardsForm({ settings: { indexShards }, onSaved }: SettingsProps): VNode {
  const [draft, setDraft] = useState('')
  const [wanted, setWanted] = useState<number>()
  const count = indexShards?.count ?? 1
  const from = indexShards && new Date(indexShards.from)
  if (count >= mostShards) return <p>{fill(instance.settings.shardsFull, { count })}</p>
  const grown = () => {
    setWanted(undefined)
    setDraft('')
    void onSaved()
  }
  return (
    <>
      <Form
        submitLabel={instance.settings.grow}
        isBusy={false}
        reason={ownersOnly()}
        onSubmit={() => setWanted(Number(draft))}
      >
        <p class="quiet">{instance.settings.shardsLead}</p>
        {from && from > now.value && (
          <p>{fill(instance.settings.shardsFrom, { count, time: exactTime(from) })}</p>
        )}
        <NumberField
          name="count"
          words={{
            label: instance.settings.shards,
            hint: fill(instance.settings.shardsHint, { count }),
          }}
          range={{ least: count + 1, most: mostShards }}
          value={draft}
          onValue={setDraft}
        />
      </Form>
      {wanted !== undefined && (
        <GrowDialog count={wanted} onGrown={grown} onClose={() => setWanted(undefined)} />
      )}
    </>
  )
}

type GrowProps = { count: number; onGrown: () => void; onClose: () => void }

function GrowDialog({ count, onGrown, onClose }: GrowProps): VNode {
  return (
    <OperationDialog
      title={fill(instance.settings.growTitle, { count, mode: text.modes[mode.value] })}
      text={fill(instance.settings.growText, { count })}
      submitLabel={fill(instance.settings.growSubmit, { count })}
      operation="grow-index-shards"
      input={{ mode: mode.value, count }}
      said={fill(instance.settings.grown, { count })}
      onDone={onGrown}
      onClose={onClose}
    />
  )
}
