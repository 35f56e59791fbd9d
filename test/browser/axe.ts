import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'

const violation = z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })

const script = await readFile(join(repositoryRoot, 'node_modules/axe-core/axe.min.js'), 'utf8')

/** Findings of axe, as "rule: element". */
export async function violationsOn(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(script)
  const found = await page.evaluate('axe.run().then(({ violations }) => violations)')
  return z
    .array(violation)
    .parse(found)
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}
