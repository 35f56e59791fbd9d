import { signal } from '@preact/signals'
import { readStored, writeStored } from './stored.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const stored = readStored('theme')

/** Light or dark; `system` follows the device. */
export const theme = signal<Theme>(themes.find((each) => each === stored) ?? 'system')

export function applyTheme(): void {
  const { value } = theme
  document.documentElement.style.colorScheme = value === 'system' ? 'light dark' : value
}

export function switchTheme(next: Theme): void {
  theme.value = next
  writeStored('theme', next)
  applyTheme()
}
