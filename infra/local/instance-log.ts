import { createWriteStream } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** The log of functions and services; the terminal shows only the banner. */
export type InstanceLog = {
  path: string
  write: (source: string, text: string) => void
  /** Copies a stream line by line. */
  follow: (source: string, stream: Readable) => void
  close: () => Promise<void>
}

const keepBytes = 10_000_000

/** Opens `<dataDir>/logs/functions.log`. A large one is renamed to `functions.log.1` first. */
export async function openLog(dataDir: string, now: () => Date): Promise<InstanceLog> {
  const folder = join(dataDir, 'logs')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'functions.log')
  const present = await stat(path).catch(() => undefined)
  if (present && present.size > keepBytes) await rename(path, `${path}.1`)
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 })
  const write = (source: string, text: string) => {
    const moment = now().toISOString()
    for (const line of text.split('\n')) if (line) file.write(`${moment} ${source} | ${line}\n`)
  }
  const follow = (source: string, stream: Readable) => {
    createInterface({ input: stream }).on('line', (line) => write(source, line))
  }
  const close = () => new Promise<void>((resolve) => file.end(resolve))
  // A full disk must not stop the instance, and the terminal is the only place left to report it.
  file.on('error', (error) => console.error(`The log can't be written: ${error.message}`))
  return { path, write, follow, close }
}
