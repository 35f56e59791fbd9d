import { vi } from 'vitest'
import * as z from 'zod'

const line = z.record(z.string(), z.unknown())

/** Captures the process's output until the test ends. */
export function logLines() {
  const texts: string[] = []
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      texts.push(String(text))
      return true
    })
  }
  return {
    text: () => texts.join(''),
    lines: () =>
      texts
        .join('')
        .split('\n')
        .filter(Boolean)
        .map((text) => line.parse(JSON.parse(text))),
    clear: () => {
      texts.length = 0
    },
  }
}
