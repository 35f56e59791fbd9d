import { refusing } from '../../../kernel/refusals.ts'

export const exportRefusals = {
  too_many_exports: { code: 'state_changed', text: 'There are {most} exports. Delete one first.' },
  too_many_running_exports: {
    code: 'state_changed',
    text: '{most} exports are running. Wait until one is done, or cancel it.',
  },
  export_not_complete: {
    code: 'state_changed',
    text: 'Export {id} is not complete. Wait until it is done.',
  },
} as const

export const refuseExport = refusing(exportRefusals)
