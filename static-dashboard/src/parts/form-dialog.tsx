import type { ComponentChildren, VNode } from 'preact'
import { text } from '../texts/text.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'

type Props = Omit<Parameters<typeof Form>[0], 'children'> & {
  title: string
  /** Above the form. */
  text?: ComponentChildren
  onClose: () => void
  /** The fields; none if it only asks once more. */
  children?: ComponentChildren
}

/** A form over the page, which can be closed without sending it. */
export function FormDialog({ title, text: lead, onClose, aside, children, ...form }: Props): VNode {
  return (
    <Dialog title={title} text={lead} onClose={onClose}>
      <Form
        {...form}
        aside={
          <div class="actions">
            {aside}
            <Button kind="plain" onClick={onClose}>
              {text.cancel}
            </Button>
          </div>
        }
      >
        {children}
      </Form>
    </Dialog>
  )
}
