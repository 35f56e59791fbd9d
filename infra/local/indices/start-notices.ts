import type { Begun } from './index-blocks.ts'

/** A sentence for each counter that may be behind what was assigned, for the terminal. */
export function startNotices(begun: readonly Begun[], dataDir: string): string[] {
  return begun.flatMap(({ mode, start, age }) => {
    const next = `New ${mode} sessions begin at deposit address ${start}.`
    if (age === 'put back') {
      return `${dataDir} is an older state than the last one on this machine. ${next} ${lost(mode)}`
    }
    if (age === 'from elsewhere') {
      return `${dataDir} was not used on this machine before. Unpaid deposit addresses that it assigned elsewhere since it was copied can't be known. ${next} If more than those before it may be in use, skip them first: npm run operate -- wallet skip --mode ${mode} --highest-index N. ${lost(mode)}`
    }
    return []
  })
}

function lost(mode: string): string {
  return `To find money of lost sessions: npm run operate -- restore --mode ${mode}`
}
