import type { Page } from 'playwright-core'
import * as z from 'zod'

const named = z.object({ pid: z.int(), tid: z.int() })
const threadName = named.extend({
  name: z.literal('thread_name'),
  args: z.object({ name: z.string() }),
})
/** Times are in microseconds; `tdur` is the processor's. */
const task = named.extend({ name: z.literal('RunTask'), tdur: z.number() })
const trace = z.object({ traceEvents: z.array(z.unknown()) })

/**
 * The longest time in milliseconds in which a page did nothing else, while something happens. It is the processor's time: unlike
 * the clock's, it is the same on a busy machine.
 */
export async function longestTask(page: Page, happens: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('a page that is watched has a browser')
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  await happens()
  const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString()))
  const threads = traceEvents.flatMap((event) => {
    const { success, data } = threadName.safeParse(event)
    return success && data.args.name === 'CrRendererMain' ? [nameOf(data)] : []
  })
  const durations = traceEvents.flatMap((event) => {
    const { success, data } = task.safeParse(event)
    return success && threads.includes(nameOf(data)) ? [data.tdur] : []
  })
  if (durations.length === 0) throw new Error('the browser recorded no task')
  return durations.reduce((longest, each) => Math.max(longest, each)) / 1000
}

function nameOf({ pid, tid }: { pid: number; tid: number }): string {
  return `${pid} ${tid}`
}
