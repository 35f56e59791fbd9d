import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { formatDuration } from '../format.ts'
import { SelectField } from '../parts/field.tsx'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { text } from '../texts/text.ts'
import type { ApiKey } from './api-key.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

const overlaps = [0, 1, 24, 72, 168] as const

/** A new key with the same scopes; the old one keeps working for a while. */
export function RollKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }): VNode {
  const [hours, setHours] = useState('24')
  const [key, setKey] = useState<string>()
  if (key) return <NewKeyDialog apiKey={key} onClose={onClose} />
  return (
    <OperationDialog
      title={fill(text.keys.rollTitle, { name: apiKey.name })}
      text={text.keys.rollLead}
      onClose={onClose}
      submitLabel={text.keys.roll}
      operation="roll-api-key"
      input={{ id: apiKey.id, overlapHours: Number(hours) }}
      onDone={(rolled) => setKey(rolled.key)}
    >
      <SelectField
        label={text.keys.overlap}
        options={overlaps.map((each) => ({
          value: String(each),
          label: each === 0 ? text.keys.atOnce : formatDuration(each * 3600),
        }))}
        value={hours}
        onValue={setHours}
      />
    </OperationDialog>
  )
}
