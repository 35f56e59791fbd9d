import { addPasskey, runAddPasskey } from '../../shared/admin/operators/account/add-passkey.ts'
import {
  beginPasskey,
  runBeginPasskey,
} from '../../shared/admin/operators/account/begin-passkey.ts'
import { beginTotp, runBeginTotp } from '../../shared/admin/operators/account/begin-totp.ts'
import {
  changePassword,
  runChangePassword,
} from '../../shared/admin/operators/account/change-password.ts'
import { disableTotp, runDisableTotp } from '../../shared/admin/operators/account/disable-totp.ts'
import { enableTotp, runEnableTotp } from '../../shared/admin/operators/account/enable-totp.ts'
import { endSignIn, runEndSignIn } from '../../shared/admin/operators/account/end-sign-in.ts'
import {
  newRecoveryCodes,
  runNewRecoveryCodes,
} from '../../shared/admin/operators/account/new-recovery-codes.ts'
import {
  removePasskey,
  runRemovePasskey,
} from '../../shared/admin/operators/account/remove-passkey.ts'
import { runShowAccount, showAccount } from '../../shared/admin/operators/account/show-account.ts'
import { beginProof, runBeginProof } from '../../shared/admin/operators/proof/begin-proof.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'
import { openingTotp, sealingTotp } from '../services/totp-secrets.ts'

export function serveAddPasskey(config: Config) {
  return operatorFunction(addPasskey, runAddPasskey, operatorServices(config))
}

export function serveBeginPasskey(config: Config) {
  return operatorFunction(beginPasskey, runBeginPasskey, operatorServices(config))
}

export function serveBeginProof(config: Config) {
  return operatorFunction(beginProof, runBeginProof, operatorServices(config))
}

export function serveBeginTotp(config: Config) {
  return operatorFunction(beginTotp, runBeginTotp, {
    ...operatorServices(config),
    sealTotp: sealingTotp(config),
  })
}

export function serveChangePassword(config: Config) {
  return operatorFunction(changePassword, runChangePassword, operatorServices(config))
}

export function serveDisableTotp(config: Config) {
  return operatorFunction(disableTotp, runDisableTotp, operatorServices(config))
}

export function serveEnableTotp(config: Config) {
  return operatorFunction(enableTotp, runEnableTotp, {
    ...operatorServices(config),
    openTotp: openingTotp(config),
  })
}

export function serveEndSignIn(config: Config) {
  return operatorFunction(endSignIn, runEndSignIn, operatorServices(config))
}

export function serveNewRecoveryCodes(config: Config) {
  return operatorFunction(newRecoveryCodes, runNewRecoveryCodes, operatorServices(config))
}

export function serveRemovePasskey(config: Config) {
  return operatorFunction(removePasskey, runRemovePasskey, operatorServices(config))
}

export function serveShowAccount(config: Config) {
  return operatorFunction(showAccount, runShowAccount, operatorServices(config))
}
