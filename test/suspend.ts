import { readdirSync, readFileSync } from 'node:fs'
import { eventually } from './eventually.ts'

/** Suspends a process, and waits until all of its threads have stopped: one that is busy can still respond for a moment. */
export async function suspend(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  await eventually(
    () => threadStates(pid),
    (states) => states.every((state) => state === 'T'),
    { everyMs: 10, what: `the stop of process ${pid}` },
  )
}

/** Such as `T` for stopped. */
function threadStates(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    return /\) (\w)/.exec(stat)?.[1] ?? ''
  })
}
