import * as z from 'zod'

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      inBundle: z.boolean().optional(),
    }),
  ),
})

/**
 * The paths of packages in a `package-lock.json` that `npm ci` would install without comparing a hash. A package inside the
 * archive of another is covered by that one's.
 */
export function findUnverifiedPackages(lock: unknown): string[] {
  return Object.entries(lockFile.parse(lock).packages)
    .filter(([path, { integrity, link, inBundle }]) => path && !integrity && !link && !inBundle)
    .map(([path]) => path)
}
