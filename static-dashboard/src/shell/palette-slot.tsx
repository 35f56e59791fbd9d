import type { VNode } from 'preact'
import { useModule } from '../../../static-ui/use-module.ts'

/** The command palette, whose script is loaded when it is first opened. */
export function PaletteSlot({ onClose }: { onClose: () => void }): VNode | null {
  const module = useModule(() => import('./palette.tsx'))
  return module ? <module.Palette onClose={onClose} /> : null
}
