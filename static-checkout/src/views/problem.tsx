import type { VNode } from 'preact'
import { Headline } from '../parts/headline.tsx'
import type { Problem } from '../state.ts'
import { text } from '../texts/text.ts'

const retryable: readonly Problem[] = ['paused', 'busy', 'no_price', 'unreachable']

export function ProblemView({ problem, retry }: { problem: Problem; retry: () => void }): VNode {
  const { headline, body } = text.problems[problem]
  return (
    <div class="body">
      <Headline tone={problem === 'unreachable' ? 'bad' : 'warn'} headline={headline}>
        {body}
      </Headline>
      {retryable.includes(problem) && (
        <button type="button" class="button primary" onClick={retry}>
          {text.retry}
        </button>
      )}
    </div>
  )
}
