import { killNode } from './anvil-command.ts'

const running = new Set<number>()

/**
 * Has the node ended when this process exits in any way but `kill -9`: a stop that hangs, or is cut short by a second
 * signal, leaves none behind. What its chain has announced is saved by then.
 */
export function endWithProcess(pid: number): void {
  if (!running.size) process.on('exit', killRunning)
  running.add(pid)
}

/** The node is gone. */
export function hasEnded(pid: number): void {
  running.delete(pid)
  if (!running.size) process.off('exit', killRunning)
}

/** At exit nothing asynchronous runs any more. */
function killRunning(): void {
  for (const pid of running) killNode(pid)
}
