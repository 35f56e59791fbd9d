import type { VNode } from 'preact'
import { SelectField } from '../parts/field.tsx'
import { Loaded } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { instance } from '../texts/instance/instance.ts'
import type { Settings, SettingsProps } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

const none = ''

/** The coin of a payment if nothing else was chosen. */
export function DefaultCoinForm(props: SettingsProps): VNode {
  const networks = useQuery('list-networks', { mode: mode.value })
  return (
    <Loaded query={networks} rows={2}>
      {(data) => (
        <SettingsForm {...props} draftOf={draftOf} valuesOf={({ coin = none }) => valuesOf(coin)}>
          {({ draft, change }) => (
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
              value={draft.coin}
              onValue={(coin) => change({ coin })}
            />
          )}
        </SettingsForm>
      )}
    </Loaded>
  )
}

function draftOf({ defaultChainId, defaultAsset }: Settings) {
  return { coin: defaultChainId === null ? none : `${defaultChainId} ${defaultAsset ?? ''}` }
}

function valuesOf(coin: string) {
  const [chainId = '', asset = ''] = coin.split(' ')
  return {
    defaultChainId: coin === none ? null : Number(chainId),
    defaultAsset: asset === '' ? null : asset,
  }
}
