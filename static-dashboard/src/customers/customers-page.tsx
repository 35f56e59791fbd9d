import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { mostCounted } from '../../../shared/payments/checkout-sessions/rules/most-counted.ts'
import { counted } from '../format.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { filterOf, setFilters } from '../parts/filters.tsx'
import { Icon } from '../parts/icon.tsx'
import { Empty, PageHead } from '../parts/page.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import type { Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { mode } from '../router.ts'
import { usePages } from '../service/use-pages.ts'
import { recordPath } from '../shell/record-path.ts'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'

type Customer = Operations['find-customers']['output']['customers'][number]

/** The customers of a mode, newest first, or the one with an email. */
export function CustomersPage(): VNode {
  const email = filterOf('email')
  const asked = { mode: mode.value, limit: 50, ...(email && { email }) }
  const list = usePages('find-customers', asked, ({ customers }) => customers)
  // Pages are numbered, so somebody new moves one customer to the next page again.
  const rows = [...new Map(list.rows.map((row) => [row.id, row])).values()]
  return (
    <>
      <PageHead name={text.pages.customers} title={text.pages.customers}>
        {tools.customers.lead}
      </PageHead>
      <EmailFilter key={email} email={email} />
      <PagedTable
        label={text.pages.customers}
        columns={columns()}
        keyOf={({ id }) => id}
        pathOf={({ id }) => recordPath('customers', mode.value, id)}
        list={{ ...list, rows }}
        empty={<Nobody isFiltered={email !== ''} />}
      />
    </>
  )
}

/** Emails are found as a whole only. */
function EmailFilter({ email }: { email: string }): VNode {
  const [typed, setTyped] = useState(email)
  return (
    <search class="filters" aria-label={text.list.filters}>
      <form
        class="facts-line"
        onSubmit={(event) => {
          event.preventDefault()
          setFilters({ email: typed.trim() })
        }}
      >
        <label class={email === '' ? 'chip' : 'chip set'}>
          <Icon name="search" small />
          <span class="visually-hidden">{tools.customers.find}</span>
          <input
            type="text"
            inputMode="email"
            spellcheck={false}
            autocomplete="off"
            maxLength={254}
            placeholder={`${tools.customers.find}, ${tools.customers.findShape}`}
            size={32}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        {email !== '' && (
          <Button kind="plain" icon="close" onClick={() => setFilters({ email: '' })}>
            {text.list.clear}
          </Button>
        )}
      </form>
    </search>
  )
}

function columns(): readonly Column<Customer>[] {
  return [
    {
      name: 'email',
      title: tools.customers.email,
      isLink: true,
      card: 'lead',
      cell: ({ email }) => <b>{email}</b>,
    },
    {
      name: 'metadata',
      title: tools.customers.metadata,
      card: 'plain',
      cell: ({ metadata }) => <span class="quiet">{summaryOf(metadata)}</span>,
    },
    {
      name: 'payments',
      title: tools.customers.payments,
      align: 'end',
      cell: ({ payments }) => (payments < mostCounted ? payments : `${payments}+`),
    },
    {
      name: 'created',
      title: tools.customers.since,
      align: 'end',
      card: 'aside',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ]
}

const shownPairs = 2

function summaryOf(metadata: Customer['metadata']): string {
  const pairs = Object.entries(metadata ?? {})
  if (pairs.length > shownPairs) return counted(tools.customers.pairs, pairs.length)
  return pairs.map(([key, value]) => `${key}: ${value}`).join(', ')
}

function Nobody({ isFiltered }: { isFiltered: boolean }): VNode {
  const { none, noneText, noMatch, noMatchText } = tools.customers
  if (!isFiltered) {
    return (
      <Empty icon="people" title={none}>
        {noneText}
      </Empty>
    )
  }
  const clear = <Button onClick={() => setFilters({ email: '' })}>{text.list.clear}</Button>
  return (
    <Empty icon="search" title={noMatch} action={clear}>
      {noMatchText}
    </Empty>
  )
}
