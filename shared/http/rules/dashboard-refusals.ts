import { refusing } from '../../kernel/refusals.ts'

export const dashboardRefusals = {
  only_dashboard_pages: {
    code: 'insufficient_scope',
    text: 'Only the pages of the dashboard may send this. Open the dashboard itself.',
  },
  operator_changed: {
    code: 'operator_changed',
    text: 'Somebody else is signed in to this browser now. Load the page again.',
  },
  second_factor_required: {
    code: 'second_factor_required',
    text: 'Add a passkey or an authenticator app to your account first.',
  },
} as const

export const refuseDashboard = refusing(dashboardRefusals)
