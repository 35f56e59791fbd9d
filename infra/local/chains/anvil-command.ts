import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Marks the process as a data folder's, so that no other instance's node is ever adopted or ended. */
export const ownerFlag = '--cache-path'

/** The words of the process' command line, each followed by a blank; empty or a stub for one that is gone. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    }
    const output = execFileSync('ps', ['-ww', '-o', 'command=', '-p', `${pid}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return `${output.trim()} `
  } catch {
    return ''
  }
}

/** Whether a local chain's node runs under this id, and not something that got the id since. */
export function isNode(pid: number): boolean {
  return commandLine(pid).includes(` ${ownerFlag} `)
}

/** Ends the node at once, also one that hangs; what is no node is left alone. */
export function killNode(pid: number): void {
  if (!isNode(pid)) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended between the check and the signal.
  }
}
