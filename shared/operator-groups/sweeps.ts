import { serves } from '../operators/served-operation.ts'
import { abandonSweep, runAbandonSweep } from '../sweeps/abandon-sweep.ts'
import { exportPayouts, runExportPayouts } from '../sweeps/export-payouts.ts'
import { getPayouts, runGetPayouts } from '../sweeps/get-payouts.ts'
import { getSweep, runGetSweep } from '../sweeps/get-sweep.ts'
import { listSweeps, runListSweeps } from '../sweeps/list-sweeps.ts'
import { listWaiting, runListWaiting } from '../sweeps/list-waiting.ts'
import { requestSweep, runRequestSweep } from '../sweeps/request-sweep.ts'
import { runShowGas, showGas } from '../sweeps/show-gas.ts'
import { runShowSweepPreviews, showSweepPreviews } from '../sweeps/show-sweep-previews.ts'

export const sweepOperations = [
  serves(requestSweep, runRequestSweep),
  serves(listSweeps, runListSweeps),
  serves(getSweep, runGetSweep),
  serves(abandonSweep, runAbandonSweep),
  serves(getPayouts, runGetPayouts),
  serves(exportPayouts, runExportPayouts),
  serves(listWaiting, runListWaiting),
  serves(showGas, runShowGas),
  serves(showSweepPreviews, runShowSweepPreviews),
]
