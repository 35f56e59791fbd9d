import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { namesOf } from '../../../shared/kernel/map-names.ts'
import { Loaded, PageHead, Section } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import { BrandForm } from './brand-form.tsx'
import { ConfirmationsForm } from './confirmations-form.tsx'
import { DefaultCoinForm } from './default-coin-form.tsx'
import { InstanceWebhookForm } from './instance-webhook-form.tsx'
import { IntakeForm } from './intake-form.tsx'
import { LimitsForm } from './limits-form.tsx'
import { MethodsForm } from './methods-form.tsx'
import { NoticesForm } from './notices-form.tsx'
import { OriginsForm } from './origins-form.tsx'
import { PaymentRulesForm } from './payment-rules-form.tsx'
import { SearchKeysForm } from './search-keys-form.tsx'
import { ShardsForm } from './shards-form.tsx'
import { WalletAppsForm } from './wallet-apps-form.tsx'
import './settings.css'

/** The sections by their names, which are those of their texts and anchors. */
const forms = {
  intake: IntakeForm,
  brand: BrandForm,
  coin: DefaultCoinForm,
  payments: PaymentRulesForm,
  confirmations: ConfirmationsForm,
  methods: MethodsForm,
  apps: WalletAppsForm,
  embed: OriginsForm,
  search: SearchKeysForm,
  limits: LimitsForm,
  alerts: InstanceWebhookForm,
  notices: NoticesForm,
  shards: ShardsForm,
} as const

const names = namesOf(forms)

export function SettingsPage(): VNode {
  const settings = useQuery('get-settings', { mode: mode.value })
  const isLoaded = settings.data !== undefined
  useEffect(() => {
    if (isLoaded) document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [isLoaded])
  return (
    <>
      <PageHead name={text.pages.settings} title={text.pages.settings}>
        {instance.settings.lead}
      </PageHead>
      <Loaded query={settings} rows={8}>
        {(data) => (
          <div class="settings">
            <Anchors />
            <div>
              {names.map((name) => {
                const SubjectForm = forms[name]
                return (
                  <Section key={name} id={name} title={instance.settings[name]}>
                    <SubjectForm settings={data} onSaved={settings.reload} />
                  </Section>
                )
              })}
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

function Anchors(): VNode {
  return (
    <nav class="anchors" aria-label={instance.settings.sections}>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{instance.settings[name]}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
