import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * When a process started, as a text that only serves to be compared: a process id alone is used again after its
 * owner's end. Undefined where the process is gone or the system doesn't tell.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxStart(pid)
  if (process.platform === 'win32') return undefined
  return promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  )
}

/** Whether the process that was noted as `pid`, started at `startedAt`, still lives. */
export async function isSameProcess(pid: number, startedAt: string | null): Promise<boolean> {
  if (process.platform === 'win32') return isAlive(pid)
  const start = await processStart(pid)
  return start !== undefined && (startedAt === null || start === startedAt)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function linuxStart(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The command's name (in parentheses) may hold blanks; the start time is the 20th field after it.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  // A zombie has ended; only its parent hasn't noticed.
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}
