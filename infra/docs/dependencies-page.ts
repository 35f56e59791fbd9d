import * as z from 'zod'
import { lookedUpOn } from './dependency.ts'
import { table } from './markdown.ts'
import { serviceDependencies } from './service-dependencies.ts'
import { toolDependencies } from './tool-dependencies.ts'

const dependencies = [...serviceDependencies, ...toolDependencies]

const versions = z.record(z.string(), z.string())

/** An installation may omit the last two. */
const named = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
})

const locked = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional() }),
  ),
})

/** Generates `docs/dependencies.md` from the texts of `package.json` and its lock file. */
export function dependenciesPage(packageJson: string, packageLock: string): string {
  const needed = named.parse(JSON.parse(packageJson))
  const { packages } = locked.parse(JSON.parse(packageLock))
  const all = { ...needed.dependencies, ...needed.optionalDependencies, ...needed.devDependencies }
  const listed = dependencies.flatMap((each) => each.packages)
  const differing = [
    ...Object.keys(all).filter((name) => !listed.includes(name)),
    ...listed.filter((name) => !(name in all)),
  ]
  if (differing.length > 0) {
    throw new Error(
      `infra/docs/*-dependencies.ts and package.json differ in ${differing.join(', ')}`,
    )
  }
  const inUse = (name: string) => packages[`node_modules/${name}`]
  const rows = (isOfTools: boolean) =>
    dependencies
      .filter(({ packages: names }) =>
        names.every((name) => name in needed.devDependencies === isOfTools),
      )
      .map(({ packages: names, why, keeper, lastRelease }) => [
        names.map((name) => `\`${name}\` ${inUse(name)?.version}`).join(', '),
        why,
        [...new Set(names.map((name) => inUse(name)?.license).filter(Boolean))].join(', ') ||
          'not stated',
        keeper,
        lastRelease,
      ])
  const headings = ['Package, and version in use', 'Why', 'Licence', 'Keeper', 'Newest release']
  const count = Object.keys(packages).length - 1
  return `${[
    '# Dependencies',
    `Drawn by \`npm run docs\` from \`package.json\`, its lock file and \`infra/docs/*-dependencies.ts\`. Keepers and newest releases are as the registry named them on ${lookedUpOn}; \`npm outdated\` shows today’s.`,
    `Versions are exact, and the hash of each of the ${count} packages in the lock file, with those that these need, is compared when they are installed ([decision 5](decisions/0005-lock-file.md)). \`npm run check\` refuses a package without a hash, and one whose licence nobody has agreed to (\`infra/checks/find-licences.ts\`), also in the lock files of the plugins and of the client’s tests. Run \`npm audit\` before you deploy: it asks the registry what is known of these versions.`,
    '## What runs with the service',
    table(headings, rows(false)),
    '## What builds, deploys and tests it',
    table(headings, rows(true)),
  ].join('\n\n')}\n`
}
