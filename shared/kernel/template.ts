/** A text with `{name}` for each of `Name`. The property never exists; it only carries the names for the compiler. */
export type Template<Name extends string> = string & { readonly names?: Name }

export type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** Replaces each `{name}` of a text. */
export function fill<Name extends string>(
  template: Template<Name>,
  values: Readonly<Record<NoInfer<Name>, string | number>>,
): string {
  const byName: Readonly<Record<string, string | number>> = values
  return template.replace(/\{(\w+)\}/g, (_, name: string) => `${byName[name]}`)
}

/** Splits a text before and after one of its names, whose value can then be emphasized. */
export function around<Name extends string>(
  template: Template<Name>,
  name: NoInfer<Name>,
): [before: string, after: string] {
  const [before = '', after = ''] = template.split(`{${name}}`)
  return [before, after]
}
