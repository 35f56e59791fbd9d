import * as z from 'zod'
import { fieldErrors } from './field-problem.ts'

/** Maximum metadata keys, whoever adds them. */
export const maxPairs = 50

export const metadataSentences = {
  no_metadata_value: 'must be a string or a finite number',
  no_metadata_key: 'must have keys of 1 to 40 characters',
  too_many_pairs: 'must have at most {most} pairs',
} as const

const metadataError = fieldErrors(metadataSentences)

const noValue = { error: metadataError('no_metadata_value') }
const noKey = { error: metadataError('no_metadata_key') }

const finiteNumber = z.lazy(() => z.number(noValue))

const metadataKey = z.lazy(() => z.string().min(1, noKey).max(40, noKey))

/** Key-value data of the caller: at most 50 pairs. */
export const metadata = z.lazy(() =>
  z
    .record(metadataKey, z.union([z.string().max(500), finiteNumber], noValue))
    .refine((pairs) => Object.keys(pairs).length <= maxPairs, {
      error: metadataError('too_many_pairs', { most: maxPairs }),
    })
    .meta({ id: 'MetadataInput', maxProperties: maxPairs }),
)

const onePair = 'must have exactly one pair, such as metadata[order]=1001'

/** A pair that is looked for, as query parameters have it: `metadata[order]=1001`. */
export const metadataPair = z.lazy(() =>
  z
    .record(metadataKey, z.string().max(500), {
      error: ({ code }) => (code === 'invalid_type' ? onePair : undefined),
    })
    .refine((pairs) => Object.keys(pairs).length === 1, {
      error: onePair,
    })
    .meta({ id: 'MetadataPair', minProperties: 1, maxProperties: 1 }),
)

/** Metadata as resources return it. */
export const storedMetadata = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), z.number()])).meta({ id: 'Metadata' }),
)
