import { posix } from 'node:path'
import { subjects } from './subjects.ts'

/** An import of one subject by another; `path` has it, and `imported` is the path of what it imports. */
export type SubjectImport = { path: string; imported: string; from: string; to: string }

const specifiers = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** The subject that a path is in, such as `payments/ledger`; undefined for files that list all subjects. */
function subjectOf(path: string): string | undefined {
  return subjects.find(({ folder }) => path.startsWith(`shared/${folder}/`))?.folder
}

/** Returns imports of other subjects. `texts` has the files' texts by path, such as `shared/queue/park-message.ts`. */
export function subjectImports(texts: ReadonlyMap<string, string>): SubjectImport[] {
  return [...texts].flatMap(([path, text]) => {
    const from = subjectOf(path)
    if (from === undefined) return []
    return [...text.matchAll(specifiers)].flatMap(([, specifier = '']) => {
      const imported = posix.join(posix.dirname(path), specifier)
      const to = subjectOf(imported) ?? imported
      return to === from ? [] : [{ path, imported, from, to }]
    })
  })
}

/** Returns imports of a subject that isn't below, or of something that isn't a subject. */
export function upwardImports(imports: readonly SubjectImport[]): SubjectImport[] {
  const place = (folder: string) => subjects.findIndex((subject) => subject.folder === folder)
  return imports.filter(({ from, to }) => place(to) === -1 || place(to) > place(from))
}
