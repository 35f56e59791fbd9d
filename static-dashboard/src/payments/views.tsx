import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { address, hrefOf } from '../router.ts'
import { text } from '../texts/text.ts'
import { filterNames, type PaymentFilters } from './payment-filter.ts'
import { removeView, savedViews, saveView, type View } from './saved-views.ts'

/** Named filters: some that everybody needs, and those that are saved in this browser. */
export function Views({ filters }: { filters: PaymentFilters }): VNode {
  const [isSaving, setSaving] = useState(false)
  const query = queryOf(filters)
  const usual: View[] = [
    { name: text.payments.views.all, query: '' },
    { name: text.payments.views.attention, query: 'status=attention' },
    { name: text.payments.views.month, query: 'created=30d' },
  ]
  const saved = savedViews.value
  const own = saved.find((view) => view.query === query)
  const isNew = ![...usual, ...saved].some((view) => view.query === query)
  return (
    <nav class="views" aria-label={text.payments.views.label}>
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
          {text.payments.views.save}
        </Button>
      )}
      {own && (
        <Button kind="plain" icon="trash" onClick={() => removeView(own.name)}>
          {text.payments.views.remove}
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
  return (
    <Dialog
      title={text.payments.views.saveTitle}
      text={text.payments.views.saveText}
      onClose={onClose}
    >
      <Form
        submitLabel={text.save}
        isBusy={false}
        reason={given === '' ? text.payments.views.nameMissing : undefined}
        onSubmit={() => {
          if (isTaken) return
          saveView({ name: given, query })
          onClose()
        }}
        aside={
          <Button kind="plain" onClick={onClose}>
            {text.cancel}
          </Button>
        }
      >
        <Field
          label={text.payments.views.name}
          value={name}
          onValue={setName}
          maxLength={40}
          autofocus
          error={isTaken ? text.payments.views.nameTaken : undefined}
        />
      </Form>
    </Dialog>
  )
}

function queryOf(filters: PaymentFilters): string {
  const set = filterNames.filter((name) => filters[name] !== '')
  return new URLSearchParams(set.map((name) => [name, filters[name]])).toString()
}
