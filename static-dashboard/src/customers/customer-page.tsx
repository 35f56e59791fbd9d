import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { BackLink } from '../parts/back-link.tsx'
import { CopyButton, CopyValue } from '../parts/copy.tsx'
import { Loaded, PageHead, Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { mode, navigate } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { recordPath } from '../shell/record-path.ts'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'
import type { Customer } from './customer.ts'
import { CustomerPayments } from './customer-payments.tsx'
import { MetadataForm } from './metadata-form.tsx'
import '../settings/settings.css'
import './customers.css'

export function CustomerPage({ id }: { id: string }): VNode {
  const query = useQuery('show-customer', { id })
  return (
    <>
      <BackLink page="customers" />
      <Loaded query={query}>
        {(customer) => <CustomerView customer={customer} onChange={() => void query.reload()} />}
      </Loaded>
    </>
  )
}

function CustomerView({ customer, onChange }: { customer: Customer; onChange: () => void }): VNode {
  const { id, email, createdAt, updatedAt } = customer
  // A customer of the other mode is shown among those of their mode.
  useEffect(() => {
    if (customer.mode === mode.value) return
    navigate(recordPath('customers', customer.mode, id), { replace: true })
  }, [customer.mode, id])
  return (
    <>
      <PageHead
        name={email}
        title={email}
        actions={<CopyButton value={email} label={text.copy} />}
      />
      <Section title={tools.details}>
        <dl class="facts">
          <div>
            <dt>{tools.customers.since}</dt>
            <dd>
              <Time at={createdAt} />
            </dd>
          </div>
          <div>
            <dt>{tools.customers.updated}</dt>
            <dd>
              <Time at={updatedAt} />
            </dd>
          </div>
          <div>
            <dt>{tools.id}</dt>
            <dd>
              <CopyValue value={id} label={tools.copyId}>
                {id}
              </CopyValue>
            </dd>
          </div>
        </dl>
      </Section>
      <CustomerPayments id={id} />
      <Section title={tools.customers.metadata}>
        <p class="quiet">{tools.customers.metadataText}</p>
        <MetadataForm
          key={JSON.stringify(customer.metadata)}
          customer={customer}
          onSaved={onChange}
        />
      </Section>
    </>
  )
}
