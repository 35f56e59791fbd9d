import { resourceNotFound, resources } from './errors.ts'
import type { Refusal } from './refusals.ts'

/** For each kind of resource, the sentence that there is no such resource. */
export const missingRefusals: Readonly<Record<string, Refusal>> = Object.fromEntries(
  resources.map((resource) => {
    const { code, message: text, words } = resourceNotFound(resource, '{id}')
    return [words?.name, { code, text }]
  }),
)
