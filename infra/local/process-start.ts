import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * Returns when a process started, as a string for comparison only, because process ids are reused. Returns undefined if
 * the process has ended or the system doesn't provide it.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxStart(pid)
  if (process.platform === 'win32') return undefined
  return promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  )
}

/** Returns whether the process `pid` that started at `startedAt` is still running. */
export async function isSameProcess(pid: number, startedAt: string | null): Promise<boolean> {
  if (process.platform === 'win32') return isAlive(pid)
  const start = await processStart(pid)
  return start !== undefined && (startedAt === null || start === startedAt)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it is running, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function linuxStart(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The command's name (in parentheses) can contain spaces; the start time is the 20th field after it.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  // A zombie has ended, but its parent hasn't collected it yet.
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}
