import type { Operations } from '../operations.ts'

export type Settings = Operations['get-settings']['output']

export type SettingsProps = {
  settings: Settings
  /** Loads them again, with what others have changed. */
  onSaved: () => Promise<void>
}
