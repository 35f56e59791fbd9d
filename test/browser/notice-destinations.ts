import { ok } from './dashboard-fixture.ts'

const works = {
  mode: 'live',
  chat: null,
  language: 'en',
  about: ['paid', 'late', 'overpaid', 'underpaid', 'unmatched'],
  withEmail: false,
  summary: 'off',
  status: 'working',
  problem: null,
  failingSince: null,
  nextAttemptAt: null,
  offSince: null,
  lastSentAt: '2026-11-20T09:58:00.000Z',
  collectsUntil: null,
  createdAt: '2026-11-18T16:22:00.000Z',
}

/** Where sale notices go: what works, collects, fails, and is off. */
export const noticeDestinations = {
  'list-notice-destinations': ok({
    destinations: [
      { ...works, id: 'ntd_1', kind: 'mail', address: '', summary: 'daily' },
      {
        ...works,
        ...{ id: 'ntd_2', kind: 'discord', address: '…wxyz', withEmail: true },
        collectsUntil: '2026-11-20T11:00:00.000Z',
      },
      {
        ...works,
        ...{ id: 'ntd_3', kind: 'slack', address: '…ffff', about: ['underpaid', 'unmatched'] },
        status: 'failing',
        problem: { code: 'refused', said: '404 no_service' },
        failingSince: '2026-11-20T06:00:00.000Z',
        nextAttemptAt: '2026-11-20T11:00:00.000Z',
      },
      {
        ...works,
        ...{ id: 'ntd_4', kind: 'telegram', address: '…1234', chat: '-1001234567890', about: [] },
        status: 'off',
        problem: {
          code: 'refused',
          said: '403 Forbidden: bot was kicked from the supergroup chat',
        },
        offSince: '2026-11-20T06:00:00.000Z',
      },
    ],
  }),
}

export const noNoticeDestinations = { 'list-notice-destinations': ok({ destinations: [] }) }
