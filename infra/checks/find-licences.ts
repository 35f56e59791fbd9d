import * as z from 'zod'

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      license: z.string().optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
})

/** Licences under which anybody may use, change and sell the whole, in words of SPDX. */
const permissive = new Set([
  '0BSD',
  '(MIT OR CC0-1.0)',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT OR Apache-2.0',
  'Unlicense',
])

/** Allowed for tools and data that check the project and are never deployed or published. */
const ofTools = new Set([
  '(MIT OR GPL-3.0-or-later)',
  'AGPL-3.0-or-later',
  'CC-BY-4.0',
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
])

/** Packages that were looked at one by one. */
const known: Readonly<Record<string, RegExp>> = {
  // Vite minifies styles with it; its code is in none of them.
  'MPL-2.0': /\/lightningcss(-[\w-]+)?$/,
  // MIT by the file that it has, which its package.json doesn't name.
  none: /\/(busboy|connect-dynamodb|limiter|memorystream|parent-require|streamsearch)$/,
}

/**
 * Packages of the store that the plugin is tested in. They are MIT except Medusa's Enterprise Edition, which the plugin
 * doesn't use; those without a licence are built from the same repository.
 */
const medusa = /\/@medusajs\/[\w-]+$/

export type Unlicensed = { path: string; licence: string }

/** Whatever a store for tests installs. */
const testedStore = 'plugins/medusa/test/store/package-lock.json'

/**
 * The packages of a `package-lock.json`, which is at `file`, whose licence nobody has agreed to. Builds for other platforms often have none there:
 * they are optional, and the package that picks one of them has it.
 */
export function findLicences(lock: unknown, file = 'package-lock.json'): Unlicensed[] {
  return Object.entries(lockFile.parse(lock).packages).flatMap(([path, of]) => {
    const { license: licence = 'none' } = of
    const isTool = of.dev === true || file === testedStore
    const isAgreed =
      path === '' ||
      permissive.has(licence) ||
      (isTool && (ofTools.has(licence) || medusa.test(path))) ||
      (of.optional === true && licence === 'none') ||
      known[licence]?.test(path) === true
    return isAgreed ? [] : [{ path, licence }]
  })
}
