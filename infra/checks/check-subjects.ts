import { readShared } from './read-shared.ts'
import { subjectImports, upwardImports } from './subject-imports.ts'

for (const { path, imported } of upwardImports(subjectImports(readShared()))) {
  console.error(
    `${path} imports ${imported}, which is not below it. infra/checks/subjects.ts has the order: move what is needed down, or let the lower one take it as an argument.`,
  )
  process.exitCode = 1
}
