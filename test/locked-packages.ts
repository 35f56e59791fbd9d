import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { repositoryRoot } from '../infra/build/repository-root.ts'

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().default(false) })),
})

/** By their folder, such as `node_modules/viem`: whether `npm ci --omit=dev` leaves a package out. */
export async function lockedPackages(): Promise<Record<string, { dev: boolean }>> {
  const text = await readFile(join(repositoryRoot, 'package-lock.json'), 'utf8')
  return lockFile.parse(JSON.parse(text)).packages
}
