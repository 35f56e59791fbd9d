import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import * as z from 'zod'

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
})

const template = z.looseObject({ Resources: z.record(z.string(), z.unknown()) })

const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      environment: z.string().default(''),
      properties: z
        .object({ templateFile: z.string().optional(), file: z.string().optional() })
        .default({}),
    }),
  ),
})

const assets = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
})

export type PlannedResource = z.output<typeof resource>

/** A stack as the CDK synthesized it. */
export type PlannedStack = {
  name: string
  /** Undefined if it is the deployment's. */
  region: string | undefined
  resources: Readonly<Record<string, PlannedResource>>
  /** All of it, as it is given to CloudFormation. */
  template: z.output<typeof template>
}

export type Assembly = {
  stacks: readonly PlannedStack[]
  /** The files of an asset by their paths in it, by its key in the CDK's bucket; a file that is uploaded as it is has the path ''. */
  assetFiles: (key: string) => Promise<ReadonlyMap<string, Buffer>>
}

/** Reads what `cdk synth` wrote. */
export async function readAssembly(folder: string): Promise<Assembly> {
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, file), 'utf8'))
  const { artifacts } = manifest.parse(await read('manifest.json'))
  const paths = new Map<string, string>()
  for (const { type, properties } of Object.values(artifacts)) {
    if (type !== 'cdk:asset-manifest') continue
    const files = Object.values(assets.parse(await read(`${properties.file}`)).files)
    for (const { source, destinations } of files) {
      for (const { objectKey } of Object.values(destinations)) paths.set(objectKey, source.path)
    }
  }
  const stacks = Object.entries(artifacts).flatMap(([name, { environment, properties }]) => {
    const { templateFile } = properties
    return templateFile === undefined ? [] : [{ name, environment, templateFile }]
  })
  return {
    stacks: await Promise.all(
      stacks.map(async ({ name, environment, templateFile }) => {
        const region = environment.split('/').at(-1)
        const planned = template.parse(await read(templateFile))
        return {
          name,
          region: region === 'unknown-region' ? undefined : region,
          resources: z.record(z.string(), resource).parse(planned.Resources),
          template: planned,
        }
      }),
    ),
    assetFiles: (key) => filesAt(join(folder, paths.get(key) ?? key)),
  }
}

async function filesAt(path: string): Promise<ReadonlyMap<string, Buffer>> {
  if ((await stat(path)).isFile()) return new Map([['', await readFile(path)]])
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const read = files.map(
    async (file) => [relative(path, file).split(sep).join('/'), await readFile(file)] as const,
  )
  return new Map(await Promise.all(read))
}
