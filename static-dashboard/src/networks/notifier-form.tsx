import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Mode } from '../../../shared/kernel/mode.ts'
import { Field, SelectField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Notice } from '../parts/status.tsx'
import { useSubmit } from '../service/use-submit.ts'
import { instance } from '../texts/instance/instance.ts'

export const notifiers = [
  { value: 'alchemy', label: 'Alchemy' },
  { value: 'quicknode', label: 'QuickNode' },
] as const

/** The token of a notifier's account; it is tried before it is saved. */
export function NotifierForm(props: {
  mode?: Mode
  onConnected: () => void
  aside?: VNode
}): VNode {
  const { mode, onConnected, aside } = props
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
      submitLabel={instance.notifiers.connect}
      busyLabel={instance.notifiers.connecting}
      isBusy={isBusy}
      failure={failure}
      aside={aside}
      onSubmit={() => void send()}
    >
      <div class="pair">
        <SelectField
          label={instance.notifiers.notifier}
          options={notifiers}
          value={chosen}
          onValue={setNotifier}
        />
        <Field
          label={instance.notifiers.token}
          hint={instance.notifiers.tokenHint}
          isPassword
          autocomplete="off"
          value={token}
          name="token"
          problem={token.trim() === '' ? instance.notifiers.tokenMissing : undefined}
          onValue={setToken}
        />
      </div>
      {last && <Notice tone="ok" title={instance.notifiers.connected} />}
    </Form>
  )
}
