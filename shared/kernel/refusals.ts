import { type ErrorCode, ServiceError } from './errors.ts'
import { invariant } from './invariant.ts'
import { fill, type NamesIn } from './template.ts'

/** An error that a person reads. Each language of the dashboard has a text of that name, with the same `{names}`. */
export type Refusal = { code: ErrorCode; text: string; param?: string }

type Options = { param?: string; retryAfterSeconds?: number; cause?: unknown }

type Rest<Text extends string> = [NamesIn<Text>] extends [never]
  ? [values?: Readonly<Record<string, never>>, options?: Options]
  : [values: Readonly<Record<NamesIn<Text>, string | number>>, options?: Options]

/** Makes the errors of a list by their names. */
export function refusing<const List extends Readonly<Record<string, Refusal>>>(list: List) {
  return <Name extends keyof List & string>(
    name: Name,
    ...[values = {}, options = {}]: Rest<List[Name]['text']>
  ): ServiceError => {
    const refusal: Refusal | undefined = list[name]
    invariant(refusal, `${name} is in the list`)
    const { code, text, param } = refusal
    const words = { name, values }
    return new ServiceError(code, fill(text, values), {
      ...(param !== undefined && { param }),
      ...options,
      words,
    })
  }
}
