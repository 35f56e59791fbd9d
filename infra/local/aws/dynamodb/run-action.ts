import { WireError } from '../wire-error.ts'
import { asWireError } from './as-wire-error.ts'
import {
  type ActionInput,
  type ActionStore,
  type Attributes,
  dynaliteOperation,
  type LoadedOperation,
  validations,
} from './dynalite.ts'

/** Validates the request of an operation, and parses its expressions. Throws AWS's validation errors. */
export function validateInput(store: ActionStore, operation: string, input: unknown): ActionInput {
  const { types, custom } = find(operation).validation
  try {
    const checked = validations.checkTypes(input, types)
    validations.checkValidations(checked, types, custom, store)
    return checked
  } catch (error) {
    throw asWireError(error)
  }
}

/** Runs a validated request through dynalite's own action on `store`. */
export async function runAction(
  store: ActionStore,
  operation: string,
  input: ActionInput,
): Promise<Attributes> {
  const { run } = find(operation)
  return await new Promise((resolve, reject) => {
    run(store, input, (error, output) => {
      if (error) reject(asWireError(error))
      else resolve(output ?? {})
    })
  })
}

function find(operation: string): LoadedOperation {
  const found = dynaliteOperation(operation)
  if (!found) throw new WireError('UnknownOperationException', `no operation ${operation}`)
  return found
}
