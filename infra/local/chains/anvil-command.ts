import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Identifies the process's data folder, so that another instance's node is never adopted or killed. */
export const ownerFlag = '--cache-path'

/** Returns the process's command line, with a space after each argument; empty or incomplete if the process has ended. */
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

/** Returns whether this process id is a local chain's node, and not another process that reuses the id. */
export function isNode(pid: number): boolean {
  return commandLine(pid).includes(` ${ownerFlag} `)
}

/** Kills the node, even if it hangs. Does nothing if the process isn't a node. */
export function killNode(pid: number): void {
  if (!isNode(pid)) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended between the check and the signal.
  }
}
