import { resourceNotFound, resources } from './errors.ts'
import type { Refusal } from './refusals.ts'

/** That there is no such resource, in a sentence for each. */
export const missingRefusals: Readonly<Record<string, Refusal>> = Object.fromEntries(
  resources.map((resource) => {
    const { code, message: text, words } = resourceNotFound(resource, '{id}')
    return [words?.name, { code, text }]
  }),
)
