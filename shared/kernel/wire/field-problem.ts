import type * as z from 'zod'
import type { Words } from '../errors.ts'
import { fill, type NamesIn } from '../template.ts'

/** What can be wrong with a field, by name, to follow that of the field: `must be a string`. */
export type FieldSentences = Readonly<Record<string, string>>

export type FieldProblem = { message: string; words?: Words | undefined }

declare module 'zod/v4/core' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge
  interface $ZodIssueBase {
    /** What the message says, for the languages of the dashboard. */
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

/** The same as the `error` of a schema. Zod reports what is added to its issue. */
export function fieldErrors<const List extends FieldSentences>(list: List) {
  const problem = fieldProblems(list)
  return <Name extends keyof List & string>(...sentence: [name: Name, ...Rest<List[Name]>]) =>
    (issue: z.core.$ZodRawIssue): FieldProblem =>
      Object.assign(issue, problem(...sentence))
}
