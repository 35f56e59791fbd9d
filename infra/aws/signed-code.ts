import type { FunctionProps } from 'aws-cdk-lib/aws-lambda'
import { Code, CodeSigningConfig } from 'aws-cdk-lib/aws-lambda'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import * as z from 'zod'
import { OperateError } from '../operate/operate-error.ts'

/** Code that AWS Signer has signed, by function, and what Lambda accepts as signed. */
export const signedCodeSetting = z.preprocess(
  (given) => {
    if (typeof given !== 'string') return given
    try {
      return JSON.parse(given)
    } catch {
      return given
    }
  },
  z.strictObject({
    configArn: z
      .string()
      .regex(/^arn:aws[\w-]*:lambda:[\w-]+:\d{12}:code-signing-config:csc-[a-z0-9]{17}$/),
    bucket: z.string().min(3),
    keys: z.record(z.string(), z.string()),
  }),
)

export type SignedCode = z.output<typeof signedCodeSetting>

/** Throws an `OperateError` unless the code of none or of exactly these functions is signed. */
export function requireSigned(signed: SignedCode | undefined, functions: readonly string[]): void {
  if (!signed) return
  const isComplete = Object.keys(signed.keys).toSorted().join() === functions.toSorted().join()
  if (isComplete) return
  throw new OperateError(
    `"signedCode" must have the keys of exactly the functions that open or change the wallet: ${functions.join(', ')}. See docs/deploy.md, "Signed code of the wallet".`,
  )
}

/** The code of a function if it is signed. */
export function signedCodeOf(
  scope: Construct,
  name: string,
  signed: SignedCode | undefined,
): Pick<FunctionProps, 'code' | 'codeSigningConfig'> | undefined {
  const key = signed?.keys[name]
  if (!signed || key === undefined) return undefined
  return {
    code: Code.fromBucket(Bucket.fromBucketName(scope, 'SignedCode', signed.bucket), key),
    codeSigningConfig: CodeSigningConfig.fromCodeSigningConfigArn(
      scope,
      'Signing',
      signed.configArn,
    ),
  }
}
