import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { SelectField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Loaded } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import type { SettingsProps } from './settings-page.tsx'
import { useSave } from './use-save.ts'

const none = ''

/** What a payment costs if nothing else was chosen. */
export function DefaultCoinForm({ settings, onSaved }: SettingsProps): VNode {
  const networks = useQuery('list-networks', { mode: mode.value })
  const { defaultChainId, defaultAsset } = settings
  const [value, setValue] = useState(
    defaultChainId === null ? none : `${defaultChainId} ${defaultAsset ?? ''}`,
  )
  const { save, isBusy, failure } = useSave(onSaved)
  const send = () => {
    const [chainId = '', asset = ''] = value.split(' ')
    save({
      defaultChainId: value === none ? null : Number(chainId),
      defaultAsset: asset === '' ? null : asset,
    })
  }
  return (
    <Loaded query={networks} rows={2}>
      {(data) => (
        <Form
          submitLabel={text.save}
          busyLabel={text.saving}
          isBusy={isBusy}
          failure={failure}
          reason={ownersOnly()}
          onSubmit={send}
        >
          <SelectField
            label={instance.settings.defaultCoin}
            hint={instance.settings.defaultCoinHint}
            options={[
              { value: none, label: instance.settings.firstCoin },
              ...data.networks.flatMap(({ chainId, name, assets }) =>
                assets.map((asset) => ({
                  value: `${chainId} ${asset}`,
                  label: `${asset}, ${name}`,
                })),
              ),
            ]}
            value={value}
            onValue={setValue}
          />
        </Form>
      )}
    </Loaded>
  )
}
