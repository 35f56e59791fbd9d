/** Packages that are there for one reason. */
export type Dependency = {
  packages: readonly string[]
  why: string
  /** Who keeps it, as the registry names its repository; and the day of its newest release when that was last looked up. */
  keeper: string
  lastRelease: string
}

/** The day on which keepers and releases were last looked up. */
export const lookedUpOn = '2026-11-29'
