import { signal } from '@preact/signals'

/** The current time; times relative to it are rendered again every half minute. */
export const now = signal(new Date())
window.setInterval(() => {
  now.value = new Date()
}, 30_000)
