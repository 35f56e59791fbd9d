import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { Button } from '../parts/button.tsx'
import { Form } from '../parts/form.tsx'
import { useFieldProblem } from '../parts/form-fields.ts'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/status.tsx'
import { toast } from '../parts/toasts.tsx'
import { notForViewers } from '../service/role.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'
import type { Customer } from './customer.ts'
import { metadataOf, type Pair, type PairProblem, pairsOf, problemsOf } from './metadata-pairs.ts'
import '../parts/order-buttons.css'

const maxPairs = 50

type Props = { customer: Customer; onSaved: () => void }

/** The metadata of a customer. If somebody else changes it meanwhile, nothing that was typed is lost. */
export function MetadataForm({ customer, onSaved }: Props): VNode {
  const [pairs, setPairs] = useState(() => pairsOf(customer.metadata))
  const { submit, isBusy, failure } = useSubmit('change-customer')
  const problems = problemsOf(pairs)
  const isConflict = failure?.kind === 'rejected' && failure.code === 'state_changed'
  const send = async () => {
    const change = { id: customer.id, was: customer.metadata, metadata: metadataOf(pairs) }
    if (!(await submit(change))) return
    toast(text.saved)
    onSaved()
  }
  const add = () => setPairs([...pairs, { key: '', value: '', isNumber: false }])
  return (
    <Form
      submitLabel={text.save}
      busyLabel={text.saving}
      isBusy={isBusy}
      failure={failure}
      isShown={isConflict}
      reason={notForViewers() ?? (pairs.length > maxPairs ? tools.customers.tooMany : undefined)}
      onSubmit={() => void send()}
      aside={
        <Button kind="soft" icon="plus" onClick={add}>
          {tools.customers.add}
        </Button>
      }
    >
      {pairs.length === 0 && <p class="quiet">{tools.customers.noPairs}</p>}
      <ul class="pairs">
        {pairs.map((pair, index) => (
          <PairRow
            key={index}
            pair={pair}
            number={index + 1}
            problem={problems[index] ?? {}}
            onChange={(changed) => setPairs(pairs.with(index, changed))}
            onRemove={() => setPairs(pairs.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {isConflict && (
        <Notice
          tone="warn"
          title={tools.customers.conflict}
          action={
            <Button kind="soft" onClick={onSaved}>
              {tools.customers.reload}
            </Button>
          }
        >
          {tools.customers.conflictText}
        </Notice>
      )}
    </Form>
  )
}

type RowProps = {
  pair: Pair
  number: number
  problem: PairProblem
  onChange: (pair: Pair) => void
  onRemove: () => void
}

function PairRow({ pair, number, problem, onChange, onRemove }: RowProps): VNode {
  const noteId = `pair-${number}-note`
  const found = problem.key ?? problem.value
  const error = useFieldProblem(noteId, { problem: found, name: undefined })
  const described = error === undefined ? {} : { 'aria-describedby': noteId }
  const { key, value, add: _, removePair } = tools.customers
  return (
    <li>
      <span class="control">
        <input
          type="text"
          spellcheck={false}
          autocomplete="off"
          aria-label={fill(key, { number })}
          value={pair.key}
          {...(error !== undefined &&
            error === problem.key && { 'aria-invalid': true, ...described })}
          onInput={({ currentTarget }) => onChange({ ...pair, key: currentTarget.value })}
        />
      </span>
      <span class="control">
        <input
          type="text"
          autocomplete="off"
          aria-label={fill(value, { number })}
          value={pair.value}
          {...(error !== undefined &&
            error !== problem.key && { 'aria-invalid': true, ...described })}
          onInput={({ currentTarget }) => onChange({ ...pair, value: currentTarget.value })}
        />
      </span>
      <button
        type="button"
        class="icon-button"
        aria-label={fill(removePair, { number })}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
      {error !== undefined && (
        <p class="note bad" id={noteId}>
          {error}
        </p>
      )}
    </li>
  )
}
