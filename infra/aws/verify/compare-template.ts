import { isDeepStrictEqual } from 'node:util'
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
  const deployed = jsonOf(applied)
  if (!deployed) return { kind, name, differences: ['is not JSON'] }
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

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    return record.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

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
