import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Mode } from '../../../shared/kernel/mode.ts'
import { Field, SelectField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Notice } from '../parts/status.tsx'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'

export const notifiers = [
  { value: 'alchemy', label: 'Alchemy' },
  { value: 'quicknode', label: 'QuickNode' },
] as const

/** The token of a notifier's account; it is tried before it is saved. */
export function NotifierForm(props: { mode?: Mode; onConnected: () => void }): VNode {
  const { mode, onConnected } = props
  const [chosen, setNotifier] = useState('alchemy')
  const [token, setToken] = useState('')
  const { submit, isBusy, failure, last } = useSubmit('connect-notifier')
  const notifier = notifiers.find(({ value }) => value === chosen) ?? notifiers[0]
  const send = async () => {
    const given = { notifier: notifier.value, token: token.trim() }
    if (!(await submit({ ...given, ...(mode && { mode }) }))) return
    setToken('')
    onConnected()
  }
  return (
    <Form
      submitLabel={text.notifiers.connect}
      busyLabel={text.notifiers.connecting}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
    >
      <div class="pair">
        <SelectField
          label={text.notifiers.notifier}
          options={notifiers}
          value={chosen}
          onValue={setNotifier}
        />
        <Field
          label={text.notifiers.token}
          hint={text.notifiers.tokenHint}
          isPassword
          autocomplete="off"
          value={token}
          name="token"
          problem={token.trim() === '' ? text.notifiers.tokenMissing : undefined}
          onValue={setToken}
        />
      </div>
      {last && <Notice tone="ok" title={text.notifiers.connected} />}
    </Form>
  )
}
