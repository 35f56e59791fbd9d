import * as z from 'zod'
import { chainById } from '../../../shared/chain/chains.ts'
import type { ListedWallets } from '../../../shared/payments/wallet/list-wallets.ts'
import { textTable } from '../text-table.ts'
import type { Manifest } from './manifest.ts'

export function exportedText(manifest: Manifest, { live, test }: ListedWallets['next']): string {
  return lines(
    `\n${total(manifest)} rows are exported. They hold what customers gave: keep them as you keep the table.`,
    manifest.secrets
      ? 'The secrets of webhooks are in webhook-secrets.json, under the passphrase.'
      : 'The secrets of webhooks are left out. To move them, export again with --passphrase -',
    ...enterAgain(manifest),
    `Note the index of the next session beside each mnemonic: live ${live}, test ${test}.`,
  )
}

export function plannedText(manifest: Manifest, hasSecrets: boolean): string {
  return lines(
    `${total(manifest)} rows of ${manifest.exportedAt} would be imported. All files are undamaged.`,
    ...endpointLines(manifest, hasSecrets),
    ...enterAgain(manifest),
    'Nothing was changed: this was a dry run.',
  )
}

export function importedText(manifest: Manifest, hasSecrets: boolean): string {
  return lines(
    `\n${total(manifest)} rows are imported. Run setup with the same mnemonic next, then restore.`,
    ...endpointLines(manifest, hasSecrets),
    ...enterAgain(manifest),
  )
}

function lines(...all: string[]): string {
  return all.join('\n')
}

function total({ counts }: Manifest): number {
  return Object.values(counts).reduce((sum, rows) => sum + rows, 0)
}

const endpoint = z.object({
  mode: z.object({ S: z.string() }),
  id: z.object({ S: z.string() }),
  url: z.object({ S: z.string() }),
})

function endpointLines({ endpoints }: Manifest, hasSecrets: boolean): string[] {
  const rows = z.array(endpoint).parse(endpoints)
  if (rows.length === 0) return []
  if (hasSecrets) return [`${rows.length} webhook endpoints keep their secrets.`]
  const table = textTable(
    ['MODE', 'ID', 'URL'],
    rows.map(({ mode, id, url }) => [mode.S, id.S, url.S]),
  )
  return [
    'Webhook endpoints are disabled and have new secrets. For each: endpoints rotate, which shows one; then endpoints enable.',
    table,
  ]
}

/** Only the old key opens these. */
function enterAgain({ leftOut }: Manifest): string[] {
  const { wallets, networks, notifiers, integrations, payoutWallets } = leftOut
  const rows = [
    ...wallets.map(({ walletId, firstAddresses }, index) => [
      ...['both', `mnemonic of ${walletId}: its first address is ${firstAddresses.live}`],
      index === 0 ? 'setup' : 'wallet add',
    ]),
    ...networks.map((each) => [each.mode, `nodes of ${nameOf(each)}`, 'networks add']),
    ...notifiers.map(({ mode, notifier }) => [mode, `token of ${notifier}`, 'notifiers connect']),
    ...integrations.map(({ mode, provider }) => [
      ...[mode, `account with ${provider}`, 'integrations set'],
    ]),
    ...payoutWallets.map((each) => [
      ...[each.mode, `payout wallet on ${nameOf(each)}: ${each.address}`, 'payout-wallets set'],
    ]),
    ['both', 'people and their passwords', 'setup, then People in the dashboard'],
  ]
  return ['', 'To enter again in the new instance:', textTable(['MODE', 'WHAT', 'WITH'], rows)]
}

function nameOf({ chainId }: { chainId: number }): string {
  return `${chainById(chainId)?.name ?? 'chain'} (${chainId})`
}
