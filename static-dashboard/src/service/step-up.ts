import { signal } from '@preact/signals'

type Asked = { finish: (isConfirmed: boolean) => void }

/** Set while the operator is asked to confirm who they are. */
export const askedToConfirm = signal<Asked | null>(null)

let pending: Promise<boolean> | null = null

/** Shows the dialog, once for all calls that need it at the same time. Resolves to whether they confirmed. */
export function confirmIdentity(): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => {
    askedToConfirm.value = {
      finish: (isConfirmed) => {
        askedToConfirm.value = null
        pending = null
        resolve(isConfirmed)
      },
    }
  })
  return pending
}
