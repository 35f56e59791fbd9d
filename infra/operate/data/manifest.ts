import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { leftOut } from '../../../shared/admin/moving/store/moved-data.ts'
import { OperateError } from '../operate-error.ts'

const formatVersion = 1

const digest = z.string().regex(/^[\da-f]{64}$/)

export const exportedFile = z.object({
  name: z.string().regex(/^rows-\d+\.jsonl\.gz$/),
  rows: z.int(),
  sha256: digest,
})

const contents = z.object({
  version: z.literal(formatVersion),
  exportedAt: z.iso.datetime(),
  /** The number of rows of each mode, and of neither. */
  counts: z.record(z.string(), z.int()),
  files: z.array(exportedFile),
  /** The file with the secrets of webhook endpoints; null if there was no passphrase. */
  secrets: z.object({ name: z.literal('webhook-secrets.json'), sha256: digest }).nullable(),
  /** Rows of webhook endpoints, without their secrets. */
  endpoints: z.array(z.unknown()),
  /** To be entered again. */
  leftOut,
  /** Kinds of rows that are left out, and why. */
  kindsLeftOut: z.record(z.string(), z.string()),
})

/** The digest of the rest: a changed manifest is refused. */
const manifestFormat = contents.extend({ checksum: digest })

export type Contents = Omit<z.output<typeof contents>, 'version'>
export type Manifest = z.output<typeof manifestFormat>

export const manifestFile = (folder: string) => join(folder, 'manifest.json')
export const secretsFile = 'webhook-secrets.json'

export function withChecksum(given: Contents): Manifest {
  const all = contents.parse({ version: formatVersion, ...given })
  return { ...all, checksum: checksumOf(all) }
}

function checksumOf(all: z.output<typeof contents>): string {
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}

/** Returns the manifest, after verifying that it and all of its files are undamaged. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch((cause) => {
    const message = `${folder} has no manifest.json, so it isn't a complete export.`
    throw new OperateError(message, { cause })
  })
  const manifest = parsed(text)
  const { files, secrets } = manifest
  for (const { name, sha256 } of [...files, ...(secrets ? [secrets] : [])]) {
    if ((await digestOf(join(folder, name))) === sha256) continue
    throw new OperateError(`${name} is damaged or missing. Nothing was imported.`)
  }
  return manifest
}

const ofAnyVersion = z.object({ version: z.int() })

function parsed(text: string): Manifest {
  const json = jsonOf(text)
  const version = ofAnyVersion.safeParse(json).data?.version
  if (version !== undefined && version !== formatVersion) {
    const message = `The export has format ${version}, and this version reads format ${formatVersion}.`
    throw new OperateError(`${message} Use the version that exported it.`)
  }
  const read = manifestFormat.safeParse(json).data
  if (read) {
    const { checksum, ...rest } = read
    if (checksum === checksumOf(rest)) return read
  }
  throw new OperateError('manifest.json is damaged. Nothing was imported.')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined if the file doesn't exist. */
export async function digestOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  return hash.digest('hex')
}
