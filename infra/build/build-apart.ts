import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'

export type Part = 'functions' | 'pages'

/**
 * Builds in a process of its own, for one that lives on: what the bundlers need, some 300 MB, is only freed when their
 * process ends. Throws with what the build says of its failure.
 */
export async function buildApart(part: Part): Promise<void> {
  const script = join(import.meta.dirname, 'build-part.ts')
  const building = promisify(execFile)(process.execPath, [script, part])
  const end = () => building.child.kill()
  process.once('exit', end)
  try {
    await building
  } catch (cause) {
    const { data } = failed.safeParse(cause)
    throw new Error(data?.stderr.trim() || `The ${part} can't be built.`, { cause })
  } finally {
    process.off('exit', end)
  }
}

const failed = z.object({ stderr: z.string() })
