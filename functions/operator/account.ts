import { addPasskey } from '../../shared/admin/operators/account/add-passkey.ts'
import { beginPasskey } from '../../shared/admin/operators/account/begin-passkey.ts'
import { beginTotp } from '../../shared/admin/operators/account/begin-totp.ts'
import { changePassword } from '../../shared/admin/operators/account/change-password.ts'
import { disableTotp } from '../../shared/admin/operators/account/disable-totp.ts'
import { enableTotp } from '../../shared/admin/operators/account/enable-totp.ts'
import { endSignIn } from '../../shared/admin/operators/account/end-sign-in.ts'
import { newRecoveryCodes } from '../../shared/admin/operators/account/new-recovery-codes.ts'
import { removePasskey } from '../../shared/admin/operators/account/remove-passkey.ts'
import { showAccount } from '../../shared/admin/operators/account/show-account.ts'
import { beginProof } from '../../shared/admin/operators/proof/begin-proof.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'
import { openingTotp, sealingTotp } from '../services/totp-secrets.ts'

export function serveAddPasskey(config: Config) {
  return operatorFunction(addPasskey, operatorServices(config))
}

export function serveBeginPasskey(config: Config) {
  return operatorFunction(beginPasskey, operatorServices(config))
}

export function serveBeginProof(config: Config) {
  return operatorFunction(beginProof, operatorServices(config))
}

export function serveBeginTotp(config: Config) {
  return operatorFunction(beginTotp, {
    ...operatorServices(config),
    sealTotp: sealingTotp(config),
  })
}

export function serveChangePassword(config: Config) {
  return operatorFunction(changePassword, operatorServices(config))
}

export function serveDisableTotp(config: Config) {
  return operatorFunction(disableTotp, operatorServices(config))
}

export function serveEnableTotp(config: Config) {
  return operatorFunction(enableTotp, {
    ...operatorServices(config),
    openTotp: openingTotp(config),
  })
}

export function serveEndSignIn(config: Config) {
  return operatorFunction(endSignIn, operatorServices(config))
}

export function serveNewRecoveryCodes(config: Config) {
  return operatorFunction(newRecoveryCodes, operatorServices(config))
}

export function serveRemovePasskey(config: Config) {
  return operatorFunction(removePasskey, operatorServices(config))
}

export function serveShowAccount(config: Config) {
  return operatorFunction(showAccount, operatorServices(config))
}
