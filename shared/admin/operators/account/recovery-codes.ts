import type { RandomBytes } from '../../../kernel/ids.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { newRecoveryCode, recoveryCodeCount, recoveryCodeHash } from '../rules/recovery-code.ts'
import { recoveryCodeRemoval, recoveryCodeWrite } from '../store/credentials.ts'

/** New codes, which are shown once, in place of those with these hashes. */
export function replacedRecoveryCodes(
  randomBytes: RandomBytes,
  operatorId: string,
  replaced: readonly string[] = [],
): { recoveryCodes: string[]; writes: Write[] } {
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, () =>
    newRecoveryCode(randomBytes),
  )
  const added = recoveryCodes.map((code) =>
    recoveryCodeWrite(operatorId, recoveryCodeHash(operatorId, code)),
  )
  const removed = replaced.map((hash) => recoveryCodeRemoval(operatorId, hash))
  return { recoveryCodes, writes: [...removed, ...added] }
}
