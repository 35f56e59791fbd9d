import type { ComponentChildren, VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { ButtonLink } from '../parts/button.tsx'
import { Status } from '../parts/status.tsx'
import { money } from '../texts/money/money.ts'
import type { FirstStep } from './first-steps.ts'

/** The steps to the first payment: done, and next. */
export function FirstStepsList(props: {
  steps: readonly FirstStep[]
  /** Below a heading of the page, or of a section. */
  heading: 'h2' | 'h3'
  children?: ComponentChildren
}): VNode {
  const { steps, heading: Heading } = props
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <ol class="rows">
      {steps.map((step) => {
        const { title, done, open, action } = money.start.steps[step.name]
        return (
          <li key={step.name}>
            <div>
              <Heading>{title}</Heading>
              <p>{step.isDone ? done : open}</p>
              {step.leftOut?.length ? (
                <p>{fill(money.start.leftOut, { names: step.leftOut.join(', ') })}</p>
              ) : null}
            </div>
            {step.isDone ? (
              <Status tone="ok">{money.start.isDone}</Status>
            ) : (
              <ButtonLink kind={step === next ? 'primary' : 'soft'} to={step.path}>
                {action}
              </ButtonLink>
            )}
          </li>
        )
      })}
      {props.children}
    </ol>
  )
}
