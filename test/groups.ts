/**
 * Tests that would make `npm test` longer than three minutes: each call failing in turn, kills, random histories, nodes
 * that lag or lie, restores, rescues, thousands of requests, deployments and their stacks.
 */
export const longDrills = [
  'test/faults/**/*.test.ts',
  'test/histories/{long,stored}-histories.test.ts',
  'test/journeys/{day-in-the-life,developer-terminal,erased-customer,year-in-the-life,kill,lean-install,moving,notifier,payments,put-back-folder,restore,sweeps,sale-notices}.test.ts',
  'test/scenarios/{histories,missed-notifications,mixed-sweep,money-histories,requests-of-a-thousand}.test.ts',
  'test/scenarios/{lost-sweeps,restore,restore-mid-sweep,restore-of-swept,restore-unconfirmed-sweep}.test.ts',
  'test/scenarios/{deciding-blocks,deep-reorgs,earlier-balance,late-and-contradicted,no-premature-failure,several-nodes,unresponsive-chain}.test.ts',
  'test/scenarios/{abandoned-sweeps,changed-payout-wallets,dust,front-run-sweeps,mixed-assets,refusing-payout-wallets,sweep-gas,sweep-troubles}.test.ts',
  'test/scenarios/{book-rounds,growing-shards/growing-shards,unlisted-sweeps,unlisted-tokens}.test.ts',
  'test/contract/{contract-of-instance,fuzz}.test.ts',
  'test/cost/*.test.ts',
  'test/docs/{limits-of-instance,recover,webhook-receivers}.test.ts',
  'functions/api/large-lists.test.ts',
  'sdk/package.test.ts',
  'functions/operator/{add-wallet,data}.test.ts',
  'infra/operate/data/move-data.test.ts',
  'shared/admin/setup/set-up-instance.test.ts',
  'shared/merchant/notifiers/{many-addresses,sync-notifier}.test.ts',
  'shared/merchant/webhooks/sending/slow-receivers.test.ts',
  'shared/money/payout-wallets/tampered-payout-wallets.test.ts',
  'shared/records/customers/{number-customers,store/customer-list}.test.ts',
  'shared/merchant/webhooks/deliveries/deliver-in-virtual-time.test.ts',
  'shared/admin/erasure/many-sessions.test.ts',
  'shared/admin/exports/large-exports.test.ts',
  'infra/aws/verify/synthesize.test.ts',
  'infra/build/reproducible-builds.test.ts',
  'infra/local/gateway/streams.test.ts',
  'infra/local/shutdown-of-nodes.test.ts',
  'infra/local/chains/{start-chain,notifier/start-notifier}.test.ts',
  'infra/local/indices/avoid-used-addresses.test.ts',
  'infra/operate/books.test.ts',
  'infra/local/aws/dynamodb/crash.test.ts',
  'test/infra/{alarms-fire,deploy,destroy,destroy-again,growth,item-rights,names,validation}.test.ts',
  'test/gate/installed-packages.test.ts',
  'test/upgrade/{going-back,real-runs,unread-holdings,unread-sweeps}.test.ts',
  'infra/release/release-files.test.ts',
  'infra/recover/{main,recover,sweep-recovered}.test.ts',
]

/** The slowest files start first, so that no process is left with one of them alone in the end. */
export const longest = [
  'test/journeys/year-in-the-life.test.ts',
  'test/journeys/day-in-the-life.test.ts',
  'test/journeys/payments.test.ts',
]

/** Together they write every kind of row; see `test/upgrade`. */
export const realRuns = [
  'functions/api/{checkout-sessions,customers,payment-link-changes,quotes,webhook-endpoint-changes}.test.ts',
  'functions/intake/receive-provider-callback.test.ts',
  'functions/operator/{add-wallet,merchant-settings,moved-wallets,secrets-of-background-work,views,watch-only}.test.ts',
  'functions/pipelines/background-function.test.ts',
  'functions/services/sweep-services.test.ts',
  'infra/operate/{books,deliveries}.test.ts',
  'shared/admin/exports/exports.test.ts',
  'shared/admin/instance-webhook/instance-webhook.test.ts',
  'shared/admin/operators/{account/account,mail-changes,people/people,sign-in/sign-in-with-password}.test.ts',
  'shared/admin/sale-notices/notice-operations.test.ts',
  'shared/admin/setup/{claim-instance,note-setup}.test.ts',
  'shared/money/payout-wallets/payout-wallets.test.ts',
  'shared/merchant/notifiers/{note-notifier-health,sync-notifier}.test.ts',
  'shared/merchant/providers/{apply-report,integrations}.test.ts',
  'shared/admin/search/search.test.ts',
  'shared/payments/networks/{networks,note-reach}.test.ts',
  'shared/admin/statistics/keep-statistics.test.ts',
  'shared/merchant/webhooks/endpoints/note-endpoint-health.test.ts',
  'test/scenarios/{acceptance,coin-choice,refunds,reorgs,sweep-turns,sweeps,time,unlisted-sweeps,unlisted-tokens,unmatched-deposits}.test.ts',
]
