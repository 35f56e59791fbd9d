import type * as z from 'zod'
import type { Words } from '../errors.ts'
import { fill, type NamesIn } from '../template.ts'

/** The problems that a field can have, by name. Each text follows the name of the field: `must be a string`. */
export type FieldSentences = Readonly<Record<string, string>>

export type FieldProblem = { message: string; words?: Words | undefined }

declare module 'zod/v4/core' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge
  interface $ZodIssueBase {
    /** For the languages of the dashboard. */
    words?: Words | undefined
  }
}

type Rest<Text extends string> = [NamesIn<Text>] extends [never]
  ? [values?: Readonly<Record<string, never>>]
  : [values: Readonly<Record<NamesIn<Text>, string | number>>]

/** The sentences of a list by their names, in English and as words of the dashboard: what an issue of zod needs of them. */
export function fieldProblems<const List extends FieldSentences>(list: List) {
  return <Name extends keyof List & string>(
    name: Name,
    ...[values = {}]: Rest<List[Name]>
  ): FieldProblem => ({ message: fill(list[name] ?? name, values), words: { name, values } })
}

/** For the `error` of a schema. Zod reports whatever is added to its issue. */
export function fieldErrors<const List extends FieldSentences>(list: List) {
  const problem = fieldProblems(list)
  return <Name extends keyof List & string>(...sentence: [name: Name, ...Rest<List[Name]>]) =>
    (issue: z.core.$ZodRawIssue): FieldProblem =>
      Object.assign(issue, problem(...sentence))
}
