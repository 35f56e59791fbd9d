import type { VNode } from 'preact'
import { ButtonLink } from '../parts/button.tsx'
import { setup } from '../texts/setup/setup.ts'
import type { Step } from './steps.ts'

/** The way to an earlier step. What was saved there stays. */
export function Back({ to }: { to: Step }): VNode {
  return (
    <ButtonLink kind="plain" to={`/setup?step=${to}`}>
      {setup.wizard.back}
    </ButtonLink>
  )
}
