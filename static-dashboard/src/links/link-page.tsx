import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { formatFiat } from '../format.ts'
import { BackLink } from '../parts/back-link.tsx'
import { Button } from '../parts/button.tsx'
import { Loaded, PageHead } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { mode, navigate } from '../router.ts'
import { notForViewers } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { useSubmit } from '../service/use-submit.ts'
import { recordPath } from '../shell/record-path.ts'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'
import { type Link, newLinkId } from './link.ts'
import { LinkDetails } from './link-details.tsx'
import { LinkEditor } from './link-editor.tsx'
import { LinkState } from './link-state.tsx'
import { RemoveLink } from './remove-link.tsx'
import './links.css'

export function LinkPage({ id }: { id: string }): VNode {
  return (
    <>
      <BackLink page="links" />
      {id === newLinkId ? <NewLink /> : <StoredLink id={id} />}
    </>
  )
}

function NewLink(): VNode {
  return (
    <>
      <PageHead name={tools.links.createTitle} title={tools.links.createTitle} />
      <LinkEditor
        onSaved={({ id, mode: of }) => navigate(recordPath('links', of, id), { replace: true })}
        onCancel={() => navigate(`/${mode.value}/links`)}
      />
    </>
  )
}

function StoredLink({ id }: { id: string }): VNode {
  const query = useQuery('show-payment-link', { id })
  return (
    <Loaded query={query}>
      {(link) => <LinkView link={link} onChange={() => void query.reload()} />}
    </Loaded>
  )
}

type ViewProps = { link: Link; onChange: () => void }

function LinkView({ link, onChange }: ViewProps): VNode {
  const [open, setOpen] = useState<'editor' | 'removal'>()
  const { id, title, fiatAmount: amount, fiatCurrency: currency } = link
  // A link of the other mode is shown among those of its mode.
  useEffect(() => {
    if (link.mode !== mode.value) navigate(recordPath('links', link.mode, id), { replace: true })
  }, [link.mode, id])
  if (open === 'editor') {
    const close = () => setOpen(undefined)
    const saved = () => {
      close()
      onChange()
    }
    return (
      <>
        <PageHead name={tools.links.editTitle} title={tools.links.editTitle} />
        <LinkEditor link={link} onSaved={saved} onCancel={close} />
      </>
    )
  }
  return (
    <>
      <PageHead
        name={title}
        title={title}
        actions={<Actions link={link} onChange={onChange} onOpen={setOpen} />}
      >
        <span class="facts-line">
          <LinkState active={link.active} />
          <span>{formatFiat({ amount, currency })}</span>
        </span>
      </PageHead>
      {!link.active && (
        <Notice tone="warn" title={tools.links.inactiveNotice}>
          {tools.links.inactiveText}
        </Notice>
      )}
      <LinkDetails link={link} />
      {open === 'removal' && <RemoveLink link={link} onClose={() => setOpen(undefined)} />}
    </>
  )
}

type ActionProps = ViewProps & { onOpen: (what: 'editor' | 'removal') => void }

function Actions({ link, onChange, onOpen }: ActionProps): VNode {
  const { submit, isBusy, failure } = useSubmit('change-link')
  const reason = notForViewers()
  const { id, active } = link
  const turn = async () => {
    if (!(await submit({ id, active: !active }))) return
    toast(active ? tools.links.deactivated : tools.links.activated)
    onChange()
  }
  return (
    <>
      {failure && <Notice tone="bad" title={problemText(failure)} />}
      <Button reason={reason} onClick={() => onOpen('editor')}>
        {tools.edit}
      </Button>
      <Button reason={reason} busy={isBusy && text.working} onClick={() => void turn()}>
        {active ? tools.links.deactivate : tools.links.activate}
      </Button>
      <Button kind="danger" reason={reason} onClick={() => onOpen('removal')}>
        {tools.remove}
      </Button>
    </>
  )
}
