import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { toast } from '../parts/toasts.tsx'
import { navigate } from '../router.ts'
import { useSubmit } from '../service/use-submit.ts'
import { tools } from '../texts/tools/tools.ts'
import type { Link } from './link.ts'

export function RemoveLink({ link, onClose }: { link: Link; onClose: () => void }): VNode {
  const { submit, isBusy, failure } = useSubmit('remove-link')
  const { id, title, mode } = link
  const send = async () => {
    if (!(await submit({ id }))) return
    toast(tools.links.removed)
    navigate(`/${mode}/links`)
  }
  return (
    <FormDialog
      title={fill(tools.links.removeTitle, { title })}
      text={tools.links.removeText}
      submitLabel={tools.remove}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
      onClose={onClose}
    />
  )
}
