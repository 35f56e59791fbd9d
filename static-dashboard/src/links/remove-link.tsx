import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { navigate } from '../router.ts'
import { tools } from '../texts/tools/tools.ts'
import type { Link } from './link.ts'

export function RemoveLink({ link, onClose }: { link: Link; onClose: () => void }): VNode {
  const { id, title, mode } = link
  return (
    <OperationDialog
      title={fill(tools.links.removeTitle, { title })}
      text={tools.links.removeText}
      submitLabel={tools.remove}
      operation="remove-link"
      input={{ id }}
      said={tools.links.removed}
      onDone={() => navigate(`/${mode}/links`)}
      onClose={onClose}
    />
  )
}
