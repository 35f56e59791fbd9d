import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { CopyValue } from '../parts/copy.tsx'
import { Loaded, PageHead, Section } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import type { Integration } from './integration.ts'
import { IntegrationRow } from './integration-row.tsx'
import { MethodOrder } from './method-order.tsx'
import './integrations.css'

const kinds = ['on-ramp', 'gateway'] as const

export function IntegrationsPage(): VNode {
  const list = useQuery('list-integrations', { mode: mode.value })
  const settings = useQuery('get-settings', { mode: mode.value })
  const reload = () => void list.reload()
  return (
    <>
      <PageHead name={text.pages.integrations} title={text.pages.integrations}>
        {mode.value === 'test' ? instance.integrations.leadTest : instance.integrations.leadLive}
      </PageHead>
      <Loaded query={list} rows={9}>
        {({ integrations }) => (
          <>
            {kinds.map((kind) => (
              <Section
                key={kind}
                title={instance.integrations.kinds[kind]}
                note={kind === 'on-ramp' && <Domain of={integrations} />}
              >
                <ul class="rows">
                  {integrations
                    .filter((each) => each.kind === kind)
                    .map((each) => (
                      <IntegrationRow key={each.provider} integration={each} onChanged={reload} />
                    ))}
                </ul>
              </Section>
            ))}
            <Section title={instance.settings.methods}>
              <Loaded query={settings} rows={2}>
                {(data) => (
                  <MethodOrder
                    integrations={integrations}
                    settings={data}
                    onSaved={settings.reload}
                  />
                )}
              </Loaded>
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}

/** The domain that providers have to allow. */
function Domain({ of: [first] }: { of: readonly Integration[] }): VNode | null {
  if (!first) return null
  return (
    <CopyValue value={first.referrerDomain} label={text.copy}>
      {fill(instance.integrations.domain, { domain: first.referrerDomain })}
    </CopyValue>
  )
}
