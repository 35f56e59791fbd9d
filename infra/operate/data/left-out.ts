import type { LeftOut } from '../../../shared/admin/moving/rules/left-out.ts'
import { loadMovedData } from '../../../shared/admin/moving/store/moved-data.ts'
import { modes } from '../../../shared/kernel/mode.ts'
import type { Table } from '../../../shared/kernel/store/table.ts'
import { listConnections } from '../../../shared/merchant/notifiers/store/notifier-connections.ts'
import { listPayoutWallets } from '../../../shared/money/payout-wallets/store/payout-wallets.ts'
import { listNetworkOffers } from '../../../shared/payments/networks/store/networks.ts'
import { listWalletRecords } from '../../../shared/payments/wallet/store/wallet-records.ts'
import { listIntegrationsOf } from '../../../shared/records/integrations/store/integrations.ts'
import { outboxKeys } from '../../../shared/records/outbox/store/keys.ts'
import { type Row, rowText } from './row-text.ts'
import { partitionRows } from './scan-rows.ts'

/** Returns what to enter again after a move; includes what is still missing if the table itself was moved. */
export async function readLeftOut(table: Table): Promise<LeftOut> {
  const ofModes = await Promise.all(modes.map((mode) => readMode(table, mode)))
  const [records, earlier] = await Promise.all([listWalletRecords(table), loadMovedData(table)])
  const present = records.map(({ walletId, firstAddresses }) => ({ walletId, firstAddresses }))
  const missing = (earlier?.leftOut.wallets ?? []).filter(
    ({ walletId }) => !present.some((each) => each.walletId === walletId),
  )
  return {
    wallets: [...present, ...missing],
    networks: ofModes.flatMap(({ networks }) => networks),
    notifiers: ofModes.flatMap(({ notifiers }) => notifiers),
    integrations: ofModes.flatMap(({ integrations }) => integrations),
    payoutWallets: ofModes.flatMap(({ payoutWallets }) => payoutWallets),
  }
}

async function readMode(
  table: Table,
  mode: (typeof modes)[number],
): Promise<Omit<LeftOut, 'wallets'>> {
  const [networks, connections, integrations, payouts] = await Promise.all([
    listNetworkOffers(table, mode),
    listConnections(table, mode),
    listIntegrationsOf(table, mode),
    listPayoutWallets(table, mode),
  ])
  return {
    networks: networks.map(({ chainId }) => ({ mode, chainId })),
    notifiers: connections
      .filter(({ disconnectedAt }) => disconnectedAt === null)
      .map(({ notifier }) => ({ mode, notifier })),
    integrations: integrations.map(({ provider }) => ({ mode, provider })),
    payoutWallets: payouts.map(({ chainId, current }) => ({
      mode,
      chainId,
      address: current.address,
    })),
  }
}

/** The rows of all webhook endpoints, without the parts that only the old key opens. */
export async function endpointsWithoutSecrets(table: Table): Promise<unknown[]> {
  const partitions = modes.map((mode) => outboxKeys.webhookEndpoint(mode, '').pk)
  const rows = await Promise.all(partitions.map((partition) => partitionRows(table, partition)))
  return rows.flat().map((row) => JSON.parse(rowText(withoutSecrets(row))))
}

function withoutSecrets(row: Row): Row {
  const { secret: _secret, previousSecrets: _previous, ...rest } = row
  return rest
}
