import type { VNode } from 'preact'
import { confirmationsRange } from '../../../shared/records/settings/rules/setting-ranges.ts'
import type { Operations } from '../operations.ts'
import { Loaded } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { instance } from '../texts/instance/instance.ts'
import { converted, type NumberDraft, NumberFields } from './number-fields.tsx'
import type { SettingsProps } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

type Network = Operations['list-networks']['output']['networks'][number]

/** Confirmations per chain; an empty field leaves it to the registry. */
export function ConfirmationsForm(props: SettingsProps): VNode {
  const networks = useQuery('list-networks', { mode: mode.value })
  return (
    <Loaded query={networks} rows={2}>
      {(data) =>
        data.networks.length === 0 ? (
          <p class="quiet">{instance.networks.none}</p>
        ) : (
          <ChainForm {...props} networks={data.networks} />
        )
      }
    </Loaded>
  )
}

function ChainForm({
  networks,
  ...props
}: SettingsProps & { networks: readonly Network[] }): VNode {
  const byId = new Map(networks.map((network) => [String(network.chainId), network]))
  const ids = [...byId.keys()]
  return (
    <SettingsForm
      {...props}
      draftOf={({ confirmations }) => converted(ids, confirmations, String)}
      valuesOf={(changed) => ({ confirmations: numbersOf(changed) })}
    >
      {(form) => (
        <>
          <p class="quiet">{instance.settings.confirmationsHint}</p>
          <NumberFields
            {...form}
            names={ids}
            ranges={Object.fromEntries(ids.map((id) => [id, confirmationsRange]))}
            wordsOf={(id) => ({
              label: byId.get(id)?.name ?? id,
              empty: instance.settings.recommended,
            })}
          />
        </>
      )}
    </SettingsForm>
  )
}

/** Null leaves a chain to the registry. */
function numbersOf(draft: NumberDraft<string>): Record<string, number | null> {
  const entries = Object.entries(draft).map(([id, value = '']) => [
    id,
    value.trim() === '' ? null : Number(value),
  ])
  return Object.fromEntries(entries)
}
