import * as z from 'zod'

/** Characters that AWS accepts in the keys and values of tags. */
const accepted = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u
/** AWS allows 50 tags on a resource, of which some are CloudFormation's and ours. */
const mostTags = 40

/** A JSON object of strings, or its text: `{"team":"payments"}`. */
export const tagsSetting = z
  .preprocess(parsed, z.record(z.string(), z.string(), { error: example }))
  .superRefine((tags, context) => {
    for (const [key, value] of Object.entries(tags)) {
      const message = problemOf(key, value)
      if (message) context.addIssue({ code: 'custom', path: [key], message })
    }
    if (Object.keys(tags).length > mostTags) context.addIssue(`must be at most ${mostTags} tags`)
  })

function example() {
  return 'must be a JSON object of strings, such as {"team":"payments"}'
}

function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}

function problemOf(key: string, value: string): string | undefined {
  if (/^aws:/i.test(key)) return 'must not begin with "aws:", which belongs to AWS'
  if (key === 'service') return 'is set already: to the deployment’s prefix'
  if (key.length === 0 || key.length > 128) return 'must have 1 to 128 characters'
  if (value.length > 256) return 'must have a value of at most 256 characters'
  if (accepted.test(key) && accepted.test(value)) return undefined
  return 'may have letters, numbers, spaces and _ . : / = + - @ only'
}
