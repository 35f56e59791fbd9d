import type { VNode } from 'preact'
import type { Operations } from '../operations.ts'
import { ButtonLink } from '../parts/button.tsx'
import { Loaded, PageHead } from '../parts/page.tsx'
import { Status } from '../parts/status.tsx'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { text } from '../texts/text.ts'
import { firstSteps } from './first-steps.ts'

/** The way to the first payment: what is done, and what comes next. */
export function HomePage(): VNode {
  const setup = useQuery('show-setup', {})
  return (
    <>
      <PageHead name={text.pages.home} title={text.home.title}>
        {text.home[mode.value]}
      </PageHead>
      <Loaded query={setup}>{(data) => <FirstSteps setup={data} />}</Loaded>
    </>
  )
}

function FirstSteps({ setup }: { setup: Operations['show-setup']['output'] }): VNode {
  const steps = firstSteps(setup, mode.value)
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <ol class="rows">
      {steps.map((step) => {
        const { title, done, open, action } = text.home.steps[step.name]
        return (
          <li key={step.name}>
            <div>
              <h2>{title}</h2>
              <p>{step.isDone ? done : open}</p>
            </div>
            {step.isDone ? (
              <Status tone="ok">{text.home.isDone}</Status>
            ) : (
              <ButtonLink kind={step === next ? 'primary' : 'soft'} to={step.path}>
                {action}
              </ButtonLink>
            )}
          </li>
        )
      })}
    </ol>
  )
}
