import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { AreaField, Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { toast } from '../parts/toasts.tsx'
import { mode } from '../router.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'
import type { Link } from './link.ts'
import {
  changesBetween,
  draftOf,
  emptyDraft,
  type LinkDraft,
  problemsOf,
  valuesOf,
} from './link-draft.ts'
import { LinkPreview } from './link-preview.tsx'

type Props = { link?: Link; onSaved: (link: Link) => void; onCancel: () => void }

export function LinkEditor({ link, onSaved, onCancel }: Props): VNode {
  const [draft, setDraft] = useState(link ? draftOf(link) : emptyDraft)
  const { save, isBusy, failure } = useSaveLink(link)
  const problems = problemsOf(draft)
  const send = async () => {
    const saved = await save(draft)
    if (!saved) return
    toast(tools.links.saved)
    onSaved(saved)
  }
  const bind = (name: keyof LinkDraft) => ({
    value: draft[name],
    name,
    problem: problems[name],
    onValue: (value: string) => setDraft({ ...draft, [name]: value }),
  })
  return (
    <div class="with-side">
      <Form
        submitLabel={link ? text.save : tools.links.create}
        busyLabel={text.saving}
        isBusy={isBusy}
        failure={failure}
        onSubmit={() => void send()}
        aside={
          <Button kind="plain" onClick={onCancel}>
            {text.cancel}
          </Button>
        }
      >
        <Fields bind={bind} />
      </Form>
      <div class="beside">
        <LinkPreview draft={draft} />
      </div>
    </div>
  )
}

function useSaveLink(link: Link | undefined) {
  const adding = useSubmit('add-link')
  const changing = useSubmit('change-link')
  const { isBusy, failure } = link ? changing : adding
  const save = (draft: LinkDraft) => {
    const values = valuesOf(draft)
    if (!link) return adding.submit({ mode: mode.value, ...values })
    return changing.submit({ id: link.id, ...changesBetween(link, values) })
  }
  return { save, isBusy, failure }
}

type Bound = {
  value: string
  name: keyof LinkDraft
  problem: string | undefined
  onValue: (value: string) => void
}

const urlInput = { inputMode: 'url', placeholder: 'https://', autocomplete: 'off' } as const

function Fields({ bind }: { bind: (name: keyof LinkDraft) => Bound }): VNode {
  return (
    <>
      <Field
        label={tools.links.title}
        hint={tools.links.titleHint}
        maxLength={200}
        autocomplete="off"
        autofocus
        {...bind('title')}
      />
      <div class="pair">
        <Field
          label={tools.links.price}
          inputMode="decimal"
          placeholder="25.00"
          autocomplete="off"
          {...bind('fiatAmount')}
        />
        <Field
          label={tools.links.currency}
          hint={tools.links.currencyHint}
          maxLength={3}
          autocomplete="off"
          {...bind('fiatCurrency')}
        />
      </div>
      <AreaField label={tools.links.description} maxLength={2000} {...bind('description')} />
      <Field
        label={tools.links.successUrl}
        hint={tools.links.successHint}
        {...urlInput}
        {...bind('successUrl')}
      />
      <Field
        label={tools.links.cancelUrl}
        hint={tools.links.cancelHint}
        {...urlInput}
        {...bind('cancelUrl')}
      />
    </>
  )
}
