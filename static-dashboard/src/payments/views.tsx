import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { address, hrefOf } from '../router.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { filterNames, type PaymentFilters } from './payment-filter.ts'
import { removeView, savedViews, useSavedViews, type View } from './saved-views.ts'

/** Named filters: some that everybody needs, and those that the operator has saved. */
export function Views({ filters }: { filters: PaymentFilters }): VNode {
  const [isSaving, setSaving] = useState(false)
  const query = queryOf(filters)
  const usual: View[] = [
    { name: money.views.all, query: '' },
    { name: money.views.attention, query: 'status=attention' },
    { name: money.views.month, query: 'created=30d' },
  ]
  const saved = useSavedViews()
  const own = saved.find((view) => view.query === query)
  const isNew = ![...usual, ...saved].some((view) => view.query === query)
  const remove = async (name: string) => {
    const result = await removeView(name)
    if (result.kind !== 'ok') toast(problemText(result))
  }
  return (
    <nav class="views" aria-label={money.views.label}>
      {[...usual, ...saved].map((view) => (
        <a
          key={view.name}
          href={hrefOf(address.value.path + (view.query === '' ? '' : `?${view.query}`))}
          {...(view.query === query && { 'aria-current': 'page' as const })}
        >
          {view.name}
        </a>
      ))}
      {isNew && (
        <Button kind="plain" icon="plus" onClick={() => setSaving(true)}>
          {money.views.save}
        </Button>
      )}
      {own && (
        <Button kind="plain" icon="trash" onClick={() => void remove(own.name)}>
          {money.views.remove}
        </Button>
      )}
      {isSaving && <SaveView query={query} onClose={() => setSaving(false)} />}
    </nav>
  )
}

function SaveView({ query, onClose }: { query: string; onClose: () => void }): VNode {
  const [name, setName] = useState('')
  const given = name.trim()
  const isTaken = savedViews.value.some((view) => view.name === given)
  const taken = isTaken ? money.views.nameTaken : undefined
  return (
    <OperationDialog
      title={money.views.saveTitle}
      text={money.views.saveText}
      onClose={onClose}
      submitLabel={text.save}
      operation="save-view"
      input={{ name: given, query }}
      onDone={(saved) => {
        savedViews.value = saved.views
        onClose()
      }}
    >
      <Field
        label={money.views.name}
        value={name}
        onValue={setName}
        maxLength={60}
        autofocus
        name="name"
        problem={given === '' ? money.views.nameMissing : taken}
        error={taken}
      />
    </OperationDialog>
  )
}

function queryOf(filters: PaymentFilters): string {
  const set = filterNames.filter((name) => filters[name] !== '')
  return new URLSearchParams(set.map((name) => [name, filters[name]])).toString()
}
