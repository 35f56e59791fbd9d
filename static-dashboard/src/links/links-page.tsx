import type { VNode } from 'preact'
import { formatFiat } from '../format.ts'
import type { Operations } from '../operations.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Empty, PageHead } from '../parts/page.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import type { Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { mode } from '../router.ts'
import { notForViewers } from '../service/role.ts'
import { usePages } from '../service/use-pages.ts'
import { recordPath } from '../shell/record-path.ts'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'
import { newLinkId } from './link.ts'
import { LinkState } from './link-state.tsx'

type Link = Operations['list-links']['output']['links'][number]

export function LinksPage(): VNode {
  const list = usePages('list-links', { mode: mode.value, limit: 50 }, ({ links }) => links)
  const create = <CreateLink />
  const empty = (
    <Empty icon="link" title={tools.links.none} action={create}>
      {tools.links.noneText}
    </Empty>
  )
  return (
    <>
      <PageHead
        name={text.pages.links}
        title={text.pages.links}
        actions={list.rows.length > 0 ? create : undefined}
      >
        {tools.links.lead}
      </PageHead>
      <div class="listed">
        <PagedTable
          label={text.pages.links}
          columns={columns()}
          keyOf={({ id }) => id}
          pathOf={({ id }) => recordPath('links', mode.value, id)}
          list={list}
          empty={empty}
        />
      </div>
    </>
  )
}

function CreateLink(): VNode {
  const reason = notForViewers()
  if (reason !== undefined) {
    return (
      <Button kind="primary" icon="plus" reason={reason}>
        {tools.links.create}
      </Button>
    )
  }
  return (
    <ButtonLink kind="primary" icon="plus" to={recordPath('links', mode.value, newLinkId)}>
      {tools.links.create}
    </ButtonLink>
  )
}

function columns(): readonly Column<Link>[] {
  return [
    {
      name: 'title',
      title: tools.links.title,
      isLink: true,
      card: 'lead',
      cell: ({ title }) => <b>{title}</b>,
    },
    {
      name: 'state',
      title: tools.links.state,
      card: 'plain',
      cell: ({ active }) => <LinkState active={active} />,
    },
    {
      name: 'address',
      title: tools.links.share,
      card: 'hidden',
      cell: ({ slug }) => <span class="mono quiet">/l/{slug}</span>,
    },
    {
      name: 'price',
      title: tools.links.price,
      align: 'end',
      card: 'aside',
      cell: ({ fiatAmount: amount, fiatCurrency: currency }) => formatFiat({ amount, currency }),
    },
    {
      name: 'created',
      title: tools.created,
      align: 'end',
      card: 'hidden',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ]
}
