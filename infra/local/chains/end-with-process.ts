import { killNode } from './anvil-command.ts'

const running = new Set<number>()

/**
 * Kills the node when this process exits in any way except `kill -9`, so that a shutdown that hangs, or is interrupted by a
 * second signal, leaves no node running. Everything that its chain has announced is saved by then.
 */
export function endWithProcess(pid: number): void {
  if (!running.size) process.on('exit', killRunning)
  running.add(pid)
}

/** Call this when the node has ended. */
export function hasEnded(pid: number): void {
  running.delete(pid)
  if (!running.size) process.off('exit', killRunning)
}

/** Nothing asynchronous can run at exit. */
function killRunning(): void {
  for (const pid of running) killNode(pid)
}
