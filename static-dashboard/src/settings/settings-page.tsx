import type { VNode } from 'preact'
import { Loaded, PageHead, Section } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import { BrandForm } from './brand-form.tsx'
import { ConfirmationsForm } from './confirmations-form.tsx'
import { DefaultCoinForm } from './default-coin-form.tsx'
import { LimitsForm } from './limits-form.tsx'
import { MethodsForm } from './methods-form.tsx'
import { OriginsForm } from './origins-form.tsx'
import { PaymentRulesForm } from './payment-rules-form.tsx'
import { SearchKeysForm } from './search-keys-form.tsx'
import { ShardsForm } from './shards-form.tsx'
import { WalletAppsForm } from './wallet-apps-form.tsx'
import './settings.css'

/** All settings of a mode, a form for each subject. */
export function SettingsPage(): VNode {
  const settings = useQuery('get-settings', { mode: mode.value })
  return (
    <>
      <PageHead name={text.pages.settings} title={text.pages.settings}>
        {instance.settings.lead}
      </PageHead>
      <Loaded query={settings} rows={8}>
        {(data) => {
          const props = { settings: data, onSaved: settings.reload }
          return (
            <>
              <Section title={instance.settings.brand}>
                <BrandForm {...props} />
              </Section>
              <Section title={instance.settings.coin}>
                <DefaultCoinForm {...props} />
              </Section>
              <Section title={instance.settings.payments}>
                <PaymentRulesForm {...props} />
              </Section>
              <Section title={instance.settings.confirmations}>
                <ConfirmationsForm {...props} />
              </Section>
              <Section title={instance.settings.methods}>
                <MethodsForm {...props} />
              </Section>
              <Section title={instance.settings.apps}>
                <WalletAppsForm {...props} />
              </Section>
              <Section title={instance.settings.embed}>
                <OriginsForm {...props} />
              </Section>
              <Section title={instance.settings.search}>
                <SearchKeysForm {...props} />
              </Section>
              <Section title={instance.settings.limits}>
                <LimitsForm {...props} />
              </Section>
              <Section title={instance.settings.shards}>
                <ShardsForm {...props} />
              </Section>
            </>
          )
        }}
      </Loaded>
    </>
  )
}
