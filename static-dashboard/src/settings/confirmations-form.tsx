import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Loaded } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import type { SettingsProps } from './settings-page.tsx'
import { useSave } from './use-save.ts'

type Network = Operations['list-networks']['output']['networks'][number]

/** Confirmations per chain; an empty field leaves it to the registry. */
export function ConfirmationsForm(props: SettingsProps): VNode {
  const networks = useQuery('list-networks', { mode: mode.value })
  return (
    <Loaded query={networks} rows={2}>
      {(data) =>
        data.networks.length === 0 ? (
          <p class="quiet">{text.networks.none}</p>
        ) : (
          <ChainForm {...props} networks={data.networks} />
        )
      }
    </Loaded>
  )
}

function ChainForm({
  settings,
  onSaved,
  networks,
}: SettingsProps & { networks: readonly Network[] }): VNode {
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      networks.map(({ chainId }) => [chainId, String(settings.confirmations[chainId] ?? '')]),
    ),
  )
  const { save, isBusy, failure } = useSave(onSaved)
  const problemWith = (value = '') =>
    value === '' || /^[1-9]\d{0,2}$/.test(value) ? undefined : instance.settings.confirmationsWrong
  const send = () => {
    const entries = Object.entries(draft).map(([id, value]) => [
      id,
      value === '' ? null : Number(value),
    ])
    save({ confirmations: Object.fromEntries(entries) })
  }
  return (
    <Form
      submitLabel={text.save}
      busyLabel={text.saving}
      isBusy={isBusy}
      failure={failure}
      reason={ownersOnly()}
      onSubmit={send}
    >
      <p class="quiet">{instance.settings.confirmationsHint}</p>
      <div class="pair">
        {networks.map(({ chainId, name }) => (
          <Field
            key={chainId}
            label={name}
            inputMode="numeric"
            autocomplete="off"
            placeholder={instance.settings.recommended}
            value={draft[chainId] ?? ''}
            name={String(chainId)}
            problem={problemWith(draft[chainId])}
            error={problemWith(draft[chainId])}
            onValue={(value) => setDraft((before) => ({ ...before, [chainId]: value.trim() }))}
          />
        ))}
      </div>
    </Form>
  )
}
