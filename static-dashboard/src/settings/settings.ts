import type { Operations } from '../operations.ts'

export type Settings = Operations['get-settings']['output']

/** What every form of the page needs. */
export type SettingsProps = {
  settings: Settings
  /** Loads them again, with what others have changed. */
  onSaved: () => Promise<void>
}
