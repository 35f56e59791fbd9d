import type { FunctionComponent, VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { useModule } from '../../../static-ui/use-module.ts'
import { Bones } from '../parts/page.tsx'
import { Toasts } from '../parts/toasts.tsx'
import { address } from '../router.ts'
import { visit } from '../service/visit-state.ts'
import { Brand } from '../shell/brand.tsx'
import { LanguageChoice } from '../shell/user-menu.tsx'
import { setup } from '../texts/setup/setup.ts'
import { DoneStep } from './done-step.tsx'
import { goOn } from './go-on.ts'
import { NetworksStep } from './networks-step.tsx'
import { OwnerStep } from './owner-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { PayoutsStep } from './payouts-step.tsx'
import './setup.css'
import { type Step, stepOf, steps } from './steps.ts'

/** The first-run wizard. What a step saves is in the service, so it continues there after a reload. */
export function SetupPage(): VNode | null {
  const current = visit.value
  useEffect(() => {
    document.title = `${setup.wizard.title} · Quittance`
  }, [])
  if (!current) return null
  const step = stepOf(current, address.value.query.get('step'))
  const at = steps.indexOf(step)
  return (
    <div class="wizard">
      <header class="wizard-top">
        <Brand name={setup.wizard.title} />
        <p class="quiet">{fill(setup.wizard.progress, { step: at + 1, steps: steps.length })}</p>
      </header>
      <main class="wizard-card">
        <ol class="wizard-rail" aria-label={setup.wizard.steps.label}>
          {steps.map((each, index) => (
            <li
              key={each}
              class={index <= at ? 'reached' : ''}
              {...(each === step && { 'aria-current': 'step' as const })}
            >
              <span>{index + 1}</span> <b>{setup.wizard.steps[each]}</b>
            </li>
          ))}
        </ol>
        <div class="wizard-body" key={step}>
          <StepContent step={step} />
        </div>
      </main>
      <footer class="language">
        <LanguageChoice />
      </footer>
      <Toasts />
    </div>
  )
}

const contents: Readonly<Record<Step, FunctionComponent>> = {
  owner: OwnerStep,
  wallet: LazyWalletStep,
  networks: NetworksStep,
  payouts: PayoutsStep,
  payment: PaymentStep,
  done: DoneStep,
}

function StepContent({ step }: { step: Step }): VNode {
  const Content = contents[step]
  return <Content />
}

/** The list of words is loaded with this step only. */
function LazyWalletStep(): VNode {
  const module = useModule(() => import('./wallet/wallet-step.tsx'))
  return module ? <module.WalletStep onDone={() => void goOn('networks')} /> : <Bones />
}
