import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import {
  longestSearchKey,
  mostSearchKeys,
} from '../../../shared/records/settings/rules/setting-ranges.ts'
import { AreaField } from '../parts/field.tsx'
import { instance } from '../texts/instance/instance.ts'
import type { SettingsProps } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

/** The keys of metadata whose values the search finds, one a line. */
export function SearchKeysForm(props: SettingsProps): VNode {
  return (
    <SettingsForm
      {...props}
      draftOf={({ searchableMetadata }) => ({ keys: searchableMetadata.join('\n') })}
      valuesOf={({ keys = '' }) => ({ searchableMetadata: keysIn(keys) })}
    >
      {({ draft, change }) => (
        <AreaField
          label={instance.settings.searchKeys}
          hint={fill(instance.settings.searchKeysHint, { most: mostSearchKeys })}
          placeholder="sku"
          name="searchableMetadata"
          problem={problemWith(keysIn(draft.keys))}
          value={draft.keys}
          onValue={(keys) => change({ keys })}
        />
      )}
    </SettingsForm>
  )
}

function keysIn(given: string): string[] {
  return given
    .split('\n')
    .map((key) => key.trim())
    .filter((key) => key !== '')
}

function problemWith(keys: readonly string[]): string | undefined {
  const { searchKeysTooMany, searchKeysTooLong, searchKeysTwice } = instance.settings
  if (keys.length > mostSearchKeys) return fill(searchKeysTooMany, { most: mostSearchKeys })
  if (keys.some((key) => key.length > longestSearchKey)) {
    return fill(searchKeysTooLong, { most: longestSearchKey })
  }
  return new Set(keys).size < keys.length ? searchKeysTwice : undefined
}
