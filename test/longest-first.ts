import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longest } from './groups.ts'

/** Begins with the longest files, since a fresh machine knows nothing of earlier runs. `--sequence.shuffle` shuffles all. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config
    if (sequence.shuffle) return shuffled(files, sequence.seed)
    const place = ({ moduleId }: TestSpecification) => {
      const index = longest.indexOf(relative(root, moduleId))
      return index < 0 ? longest.length : index
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

function shuffled(files: TestSpecification[], seed: number): TestSpecification[] {
  const place = ({ moduleId }: TestSpecification) =>
    createHash('sha1').update(`${seed} ${moduleId}`).digest('hex')
  return files.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}
