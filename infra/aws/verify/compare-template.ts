import { isDeepStrictEqual } from 'node:util'
import { parseDocument, type Tags } from 'yaml'
import * as z from 'zod'
import type { Comparison } from './comparison.ts'
import type { DeployedStack } from './deployed-stack.ts'

const record = z.record(z.string(), z.unknown())

/**
 * How the template that CloudFormation applied differs from the one that is built: every resource, of any type, with all of its
 * properties, and whatever else a template may say. This finds what a deployment changed, also past the code of this repository.
 */
export function compareTemplate({ name, template, applied }: DeployedStack): Comparison {
  const kind = 'template'
  if (applied === undefined) return { kind, name, differences: undefined }
  const deployed = templateOf(applied)
  if (!deployed) return { kind, name, differences: ['can’t be read'] }
  const { Resources: planned, Metadata: _, ...rest } = template
  const { Resources: found, Metadata: __, ...foundRest } = deployed
  return {
    kind,
    name,
    differences: [
      ...changedKeys(rest, foundRest),
      ...changedKeys(planned, record.safeParse(found).data ?? {}, isSameResource),
    ],
  }
}

/**
 * JSON, or the YAML 1.1 of CloudFormation, as the CDK sends small templates: JSON is a part of it. Undefined for what another
 * reader may read in another way: a key that comes twice, and tags such as `!Ref`, which the CDK never writes.
 */
function templateOf(text: string): Record<string, unknown> | undefined {
  try {
    const document = parseDocument(text, { schema: 'yaml-1.1', customTags: withoutMerges })
    if (document.errors.length > 0 || document.warnings.length > 0) return undefined
    return record.safeParse(document.toJS()).data
  } catch {
    return undefined
  }
}

/** CloudFormation doesn't merge the value of `<<`, so it is a key as any other. */
function withoutMerges(tags: Tags): Tags {
  return tags.filter((tag) => tag !== 'merge' && !(typeof tag === 'object' && tag.tag === mergeTag))
}

const mergeTag = 'tag:yaml.org,2002:merge'

function changedKeys(
  planned: Readonly<Record<string, unknown>>,
  found: Readonly<Record<string, unknown>>,
  isSame: (one: unknown, other: unknown) => boolean = isDeepStrictEqual,
): string[] {
  const keys = new Set([...Object.keys(planned), ...Object.keys(found)])
  return [...keys].filter((key) => !isSame(planned[key], found[key]))
}

/** Metadata does nothing: the CDK notes where in the code a resource is. */
function isSameResource(planned: unknown, found: unknown): boolean {
  return isDeepStrictEqual(withoutMetadata(planned), withoutMetadata(found))
}

function withoutMetadata(resource: unknown): unknown {
  const { success, data } = record.safeParse(resource)
  if (!success) return resource
  const { Metadata: _, ...rest } = data
  return rest
}
